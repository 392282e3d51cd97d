import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import type { Config } from "../config.ts";

export type Machine = {
  readonly hostname: string;
  readonly interfaces: ReturnType<typeof networkInterfaces>;
  /** Whether other devices in the network find this machine as `<hostname>.local`. */
  readonly hasLocalName: boolean;
  readonly isContainer: boolean;
};

export type ReachableAddresses = {
  /** Origins at which phones reach the server, the best first. Empty if there are none or a container hides them. */
  readonly addresses: readonly string[];
  /** Whether only programs on the same machine can reach the server. */
  readonly isOnlyHere: boolean;
};

/** Names of network interfaces that are bridges of containers and virtual machines. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|flannel|lxc|lxdbr|incusbr)/;
/** The names of a container's only network interface if the ports of the container are published from a bridge. */
const bridged = /^(eth0|tap0)$/;

export function thisMachine(): Machine {
  return {
    hostname: hostname(),
    interfaces: networkInterfaces(),
    // macOS and Windows publish this name themselves, Linux through Avahi.
    hasLocalName: process.platform !== "linux" || existsSync("/run/avahi-daemon/socket"),
    isContainer: existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
  };
}

export type Listening = Pick<Config, "host" | "origins"> & {
  readonly port: number;
  /** The certificate in PEM, or null for plain http. */
  readonly certificate: string | null;
};

export function findReachableAddresses(
  { host, port, origins, certificate }: Listening,
  machine: Machine,
): ReachableAddresses {
  const isOnlyHere = isLoopback(host);
  if (origins.length > 0) return { addresses: origins.filter((each) => !isLocalOrigin(each)), isOnlyHere };
  if (isOnlyHere) return { addresses: [], isOnlyHere };
  const isAnywhere = host === "0.0.0.0" || host === "::";
  const found = isAnywhere ? hostsOf(machine) : [host];
  const certified = certificate === null ? [] : namesOf(certificate);
  const scheme = certificate === null ? "http" : "https";
  const hosts = certified.length > 0 ? certified : found;
  return { addresses: hosts.map((each) => originOf(scheme, each, port)), isOnlyHere };
}

/** Returns the machine's names and addresses. Includes IPv6 only without IPv4: IPv6 changes and nobody types it. */
function hostsOf({ hostname, interfaces, hasLocalName, isContainer }: Machine): string[] {
  const real = Object.entries(interfaces).filter(([name, all]) => {
    return !virtual.test(name) && all?.some(({ internal }) => !internal);
  });
  if (isContainer && real.length <= 1 && real.every(([name]) => bridged.test(name))) return [];
  const all = real.flatMap(([, addresses]) => addresses ?? []).filter(({ internal }) => !internal);
  const v4 = all.filter(({ family, address }) => family === "IPv4" && !address.startsWith("169.254."));
  const v6 = all.filter(({ family, address }) => family === "IPv6" && !/^fe[89ab]/i.test(address));
  const chosen = (v4.length > 0 ? v4 : v6).map(({ address }) => address);
  const name = hostname.replace(/\.local$/i, "").split(".", 1)[0] ?? "";
  return hasLocalName && chosen.length > 0 && /^[a-z0-9-]+$/i.test(name)
    ? [...chosen, `${name.toLowerCase()}.local`]
    : chosen;
}

/** Returns the host names in the certificate. Browsers accept no other names. Wildcards are left out. */
function namesOf(certificate: string): string[] {
  const names = new X509Certificate(certificate).subjectAltName?.split(", ") ?? [];
  return names.flatMap((each) => {
    const [, kind, name = ""] = /^(DNS|IP Address):([^*"]+)$/.exec(each) ?? [];
    return kind === undefined || isLoopback(name) ? [] : [name];
  });
}

function originOf(scheme: string, host: string, port: number): string {
  return new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
}

function isLocalOrigin(origin: string): boolean {
  return isLoopback(URL.parse(origin)?.hostname ?? "");
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
