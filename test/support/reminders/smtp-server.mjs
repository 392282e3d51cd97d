/**
 * Mail server with faults, run by Node, because `smtp-server` does not work in Bun (oven-sh/bun #21541). Settings are
 * given as JSON in the first argument. The program prints its port, and then each mail as a line of JSON. The name of
 * the recipient selects the fault.
 */
import { SMTPServer } from "smtp-server";

const { key, cert, secure = false, hasTls = true, user = null, password = null } = JSON.parse(process.argv[2]);
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** Returns a refusal with this status, in the words of a server that repeats the address of the recipient. */
const refusalOf = (status, address) =>
  Object.assign(new Error(`5.1.1 <${address}>: no, says the server`), { responseCode: status });

let connections = 0;
const server = new SMTPServer({
  secure,
  key,
  cert,
  authOptional: user === null,
  disabledCommands: hasTls ? [] : ["STARTTLS"],
  allowInsecureAuth: true,
  onConnect(_, done) {
    connections += 1;
    done();
  },
  onClose() {
    connections -= 1;
    print({ connections });
  },
  onAuth(auth, _, done) {
    const isRight = auth.username === user && auth.password === password;
    done(isRight ? null : refusalOf(535, auth.username), { user });
  },
  onMailFrom({ address }, _, done) {
    done(address.startsWith("forbidden") ? refusalOf(553, address) : null);
  },
  onRcptTo({ address }, _, done) {
    const [name] = address.split("@");
    if (name === "slow") return;
    done(/^\d{3}$/.test(name) && !name.startsWith("9") ? refusalOf(Number(name), address) : null);
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      const { envelope, secure: isSecure } = session;
      const to = envelope.rcptTo.map(({ address }) => address);
      print({ from: envelope.mailFrom.address, to, isSecure, text: Buffer.concat(chunks).toString("utf8") });
      if (to[0].startsWith("cut")) for (const connection of server.connections) connection._socket.destroy();
      else if (to[0].startsWith("large")) done(refusalOf(552, to[0]));
      else done();
    });
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => print({ port: server.server.address().port }));
