/** Major version of OpenAPI. */
export type OpenApiVersion = 2 | 3

/** Base path of references: `#/definitions/` in version 2, `#/components/schemas/` in version 3. */
export const referenceBase = (version: OpenApiVersion): string =>
  version === 2 ? '#/definitions/' : '#/components/schemas/'

/** Definition prefixes of built-in types, by type name prefix. */
const FILED: readonly (readonly [beginning: string, under: string])[] = [
  ['machinery.', 'io.orch.api.machinery.'],
  ['extensions.apis.', 'io.orch.api.extensions.apis.'],
  ['aggregator.apis.apiregistration.', 'io.orch.api.apiregistration.'],
  ['', 'io.orch.api.'],
]

/** Definition name of a built-in type. */
export function definitionName(typeName: string): string {
  const [beginning, under] = FILED.find(([start]) => typeName.startsWith(start)) ?? ['', '']
  return under + typeName.slice(beginning.length)
}
