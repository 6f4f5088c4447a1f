export const CHROMIUM_FLAGS: readonly string[]
/** The path of a Chromium; installs one when there is none. Throws when that fails too. */
export function findChromium(): string
