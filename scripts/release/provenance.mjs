// Records, in machine-readable form, the commit, tools and packages from which an archive was built: an in-toto
// statement with SLSA's predicate. SHA256SUMS has its checksum, and anybody can build the same bytes and compare.

/** `materials` has { name, sha256 } of the files that pin what was used. */
export function provenance({ archive, sha256, version, commit, node, materials }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: archive, digest: { sha256 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:rollcall:npm-run-release:1',
        externalParameters: { command: 'npm ci && npm run release', version },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: commit } },
          { name: 'node', annotations: { version: node } },
          ...materials.map((file) => ({ name: file.name, digest: { sha256: file.sha256 } })),
        ],
      },
      runDetails: { builder: { id: 'urn:rollcall:npm-run-release' } },
    },
  };
}
