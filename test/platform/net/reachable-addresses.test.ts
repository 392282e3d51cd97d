import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findReachableAddresses, type Machine } from "#platform/net/reachable-addresses.ts";

const certificate = (name: string) =>
  readFileSync(join(import.meta.dir, `../../fixtures/certificates/${name}.crt`), "utf8");

type Addresses = Record<string, readonly string[]>;

function machine(networks: Addresses, more: Partial<Machine> = {}): Machine {
  const interfaces = Object.fromEntries(
    Object.entries(networks).map(([name, addresses]) => [
      name,
      addresses.map((address) => ({
        address,
        family: address.includes(":") ? "IPv6" : "IPv4",
        internal: name === "lo",
        netmask: "",
        mac: "",
        cidr: null,
        scopeid: 0,
      })),
    ]),
  );
  const plain = { hostname: "nas", hasLocalName: false, isContainer: false };
  return { ...plain, interfaces: interfaces as Machine["interfaces"], ...more };
}

const nas = machine({ lo: ["127.0.0.1", "::1"], eth0: ["192.168.1.5", "fe80::1"], docker0: ["172.17.0.1"] });
const anywhere = { host: "0.0.0.0", port: 4100, origins: [], certificate: null };
const reach = (listening: Partial<typeof anywhere>, on = nas) =>
  findReachableAddresses({ ...anywhere, ...listening }, on);
const addresses = (on: Machine) => reach({}, on).addresses;

describe("the addresses at which phones reach the server", () => {
  test("The addresses at which phones reach the server exclude loopback, link-local and bridge addresses", () => {
    expect(reach({})).toEqual({ addresses: ["http://192.168.1.5:4100"], isOnlyHere: false });
    const several = {
      eth0: ["169.254.7.7", "192.168.1.5"],
      tailscale0: ["100.101.102.103"],
      "br-1a2b": ["172.18.0.1"],
    };
    expect(addresses(machine(several))).toEqual(["http://192.168.1.5:4100", "http://100.101.102.103:4100"]);
  });

  test("The addresses at which phones reach the server include the machine's .local name if it is known", () => {
    const eth0 = ["192.168.1.5"];
    const named = (hostname: string) => addresses(machine({ eth0 }, { hasLocalName: true, hostname })).slice(1);
    expect(named("NAS")).toEqual(["http://nas.local:4100"]);
    expect(named("nas.example.org")).toEqual(["http://nas.local:4100"]);
    expect(named("mac.local")).toEqual(["http://mac.local:4100"]);
    expect(named("<b>")).toEqual([]);
    expect(addresses(machine({ lo: ["127.0.0.1"] }, { hasLocalName: true }))).toEqual([]);
  });

  test("The addresses at which phones reach the server are IPv6 addresses only if no IPv4 address exists", () => {
    expect(addresses(machine({ eth0: ["fe80::1", "fd00::5"] }))).toEqual(["http://[fd00::5]:4100"]);
    expect(addresses(machine({ eth0: ["fd00::5", "10.0.0.2"] }))).toEqual(["http://10.0.0.2:4100"]);
  });

  test("The addresses at which phones reach the server are unknown in a container behind a bridge", () => {
    const bridged = machine({ lo: ["127.0.0.1"], eth0: ["172.18.0.2"] }, { isContainer: true });
    expect(reach({}, bridged)).toEqual({ addresses: [], isOnlyHere: false });
    expect(addresses({ ...nas, isContainer: true })).toEqual([]);
    const host = machine({ enp3s0: ["192.168.1.5"], docker0: ["172.17.0.1"] }, { isContainer: true });
    expect(addresses(host)).toEqual(["http://192.168.1.5:4100"]);
  });

  test("A server that listens only on the loopback address cannot be reached by phones", () => {
    for (const host of ["127.0.0.1", "127.0.0.53", "localhost", "::1"]) {
      expect(reach({ host })).toEqual({ addresses: [], isOnlyHere: true });
    }
  });

  test("A server that listens on one address can be reached by phones only at that address", () => {
    expect(reach({ host: "192.168.7.7" }).addresses).toEqual(["http://192.168.7.7:4100"]);
    expect(reach({ host: "fd00::7", port: 80 }).addresses).toEqual(["http://[fd00::7]"]);
  });

  test("The addresses at which phones reach the server are the addresses in BASE_URL except localhost", () => {
    const origins = ["https://home.example", "http://localhost:4100", "http://192.168.1.5:4100"];
    const others = ["https://home.example", "http://192.168.1.5:4100"];
    expect(findReachableAddresses({ ...anywhere, origins }, nas)).toEqual({ addresses: others, isOnlyHere: false });
    expect(findReachableAddresses({ ...anywhere, host: "127.0.0.1", origins }, nas).addresses).toEqual(others);
  });

  test("The addresses at which phones reach the server are the names in the TLS certificate, without wildcards", () => {
    expect(findReachableAddresses({ ...anywhere, certificate: certificate("home") }, nas).addresses).toEqual([
      "https://home.example:4100",
      "https://192.168.1.5:4100",
      "https://[fd00::5]:4100",
    ]);
    const wildcard = certificate("wildcard");
    expect(findReachableAddresses({ ...anywhere, certificate: wildcard }, nas).addresses).toEqual([
      "https://192.168.1.5:4100",
    ]);
  });
});
