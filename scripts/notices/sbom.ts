import type { Component } from "#server/licences.ts";

/**
 * Returns a software bill of materials (CycloneDX 1.6). Its serial number is derived from `build`, so that equal builds
 * have equal files.
 */
export function bomOf(components: readonly Component[], version: string, build: string) {
  const digest = new Bun.CryptoHasher("sha256").update(build).digest("hex");
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuid.join("-")}`,
    version: 1,
    metadata: { component: { type: "application", "bom-ref": "inglenook", name: "inglenook", version } },
    components: components.map((each) => ({
      type: "library",
      "bom-ref": `${each.name}@${each.version ?? ""}`,
      name: each.name,
      ...(each.version !== null && { version: each.version }),
      licenses: [{ license: { name: each.licence } }],
      ...(each.isPackage && { purl: `pkg:npm/${each.name.replace("@", "%40")}@${each.version}` }),
    })),
  };
}
