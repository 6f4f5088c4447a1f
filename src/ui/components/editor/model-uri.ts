/**
 * The address of the model of an editor. It has only characters that neither the editor nor its language service encodes or
 * normalizes, because the service finds the schema of a text by its address.
 */
export const modelUri = (id: string, suffix: string): string =>
  `inmemory://orchard/${id.replace(/[^a-zA-Z0-9-]/gu, (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}_`)}.${suffix}`
