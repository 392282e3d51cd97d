/**
 * sabre/dav, on which Nextcloud and Baïkal build. SABRE_DAV names a folder with copies of the public repositories
 * `sabre-io/dav` (4.7), `vobject` (4.5), `http` and `event` (5.1), `xml` (2.2), `uri` (2.3), and `php-fig/log` as `log`.
 */
import { existsSync } from "node:fs";
import { emptyFolder } from "../../../support/home/program.ts";
import type { Login } from "../../dav/clients/dav-side.ts";
import { missing, runWell, serveWith } from "../../dav/clients/programs.ts";

const repositories = ["dav", "vobject", "http", "event", "xml", "uri", "log"];

export function sabreMissing(): string | null {
  const folder = process.env.SABRE_DAV;
  if (!folder) return "give a folder with copies of sabre/dav and what it needs in SABRE_DAV";
  const absent = repositories.filter((name) => !existsSync(`${folder}/${name}`));
  if (absent.length > 0) return `${absent.join(", ")} in ${folder}`;
  return missing({ php: "php-cli php-sqlite3 php-xml php-mbstring php-curl" });
}

/** Returns the address of the user's calendars. */
export async function startSabre({ username, password }: Login): Promise<string> {
  const folder = emptyFolder();
  const sources = process.env.SABRE_DAV ?? "";
  await Bun.write(`${folder}/load.php`, loader(sources));
  await Bun.write(`${folder}/fill.php`, filler(sources, folder, username));
  await Bun.write(`${folder}/server.php`, server(folder, { username, password }));
  await runWell(["php", `${folder}/fill.php`], {});
  const { origin } = await serveWith((port) => ["php", "-S", `127.0.0.1:${port}`, `${folder}/server.php`], {
    cwd: folder,
  });
  return `${origin}/calendars/${username}/`;
}

/** The classes and functions that Composer would load. */
function loader(sources: string): string {
  const functions = [
    ...["event/lib/coroutine.php", "event/lib/Loop/functions.php", "event/lib/Promise/functions.php"],
    ...["http/lib/functions.php", "uri/lib/functions.php"],
    ...["xml/lib/Deserializer/functions.php", "xml/lib/Serializer/functions.php"],
  ];
  return `<?php
spl_autoload_register(function ($class) {
  $folders = [
    'Sabre\\\\VObject\\\\' => 'vobject/lib/', 'Sabre\\\\HTTP\\\\' => 'http/lib/', 'Sabre\\\\Event\\\\' => 'event/lib/',
    'Sabre\\\\Xml\\\\' => 'xml/lib/', 'Sabre\\\\Uri\\\\' => 'uri/lib/', 'Psr\\\\Log\\\\' => 'log/src/', 'Sabre\\\\' => 'dav/lib/',
  ];
  foreach ($folders as $prefix => $folder) {
    if (strncmp($class, $prefix, strlen($prefix)) !== 0) continue;
    $path = '${sources}/' . $folder . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
    if (is_file($path)) require $path;
    return;
  }
});
${functions.map((path) => `require '${sources}/${path}';`).join("\n")}
`;
}

function filler(sources: string, folder: string, username: string): string {
  const tables = ["calendars", "principals"].map((name) => `${sources}/dav/examples/sql/sqlite.${name}.sql`);
  return `<?php
$pdo = new PDO('sqlite:${folder}/db.sqlite');
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
${tables.map((path) => `$pdo->exec(file_get_contents('${path}'));`).join("\n")}
$pdo->exec("INSERT INTO principals (uri, email, displayname) VALUES ('principals/${username}', '${username}@example.org', 'Anna')");
`;
}

/** Returns the program of the server. It has no scheduling, which would send mail. */
function server(folder: string, { username, password }: Login): string {
  return `<?php
error_reporting(E_ALL & ~E_DEPRECATED);
date_default_timezone_set('UTC');
require '${folder}/load.php';
$pdo = new PDO('sqlite:${folder}/db.sqlite');
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$pdo->exec('PRAGMA synchronous = OFF');
$principals = new Sabre\\DAVACL\\PrincipalBackend\\PDO($pdo);
$server = new Sabre\\DAV\\Server([
  new Sabre\\CalDAV\\Principal\\Collection($principals),
  new Sabre\\CalDAV\\CalendarRoot($principals, new Sabre\\CalDAV\\Backend\\PDO($pdo)),
]);
$isKnown = function ($name, $secret) { return $name === '${username}' && $secret === '${password}'; };
$server->setBaseUri('/');
$server->addPlugin(new Sabre\\DAV\\Auth\\Plugin(new Sabre\\DAV\\Auth\\Backend\\BasicCallBack($isKnown)));
$server->addPlugin(new Sabre\\DAVACL\\Plugin());
$server->addPlugin(new Sabre\\CalDAV\\Plugin());
$server->addPlugin(new Sabre\\DAV\\Sync\\Plugin());
$server->start();
`;
}
