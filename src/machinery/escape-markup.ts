const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const UNESCAPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, escape]) => [escape, character]),
)

/** A text that a browser can't read as markup. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)

/** The text before `escapeMarkup`. */
export const unescapeMarkup = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (escape) => UNESCAPES[escape] ?? escape)
