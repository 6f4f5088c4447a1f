/** Escape sequences of colours, used only where they carry meaning. */
export const RED = '\u001b[31m'
/** Terminal sequence: yellow text. */
export const YELLOW = '\u001b[33m'
/** Terminal sequence: grey text. */
export const DIM = '\u001b[90m'
/** Terminal sequence: ends a colour. */
export const PLAIN = '\u001b[0m'

/** Text for the screen: control characters are made visible instead of being interpreted. */
export const harmless = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .replaceAll('\n', '\r\n')

/** Standard error of a program: warnings and failures in their own colours. */
export const errorText = (text: string): string =>
  `${/^(Warning|W\d{4}|No resources|Defaulted)/.test(text) ? YELLOW : RED}${harmless(text)}${PLAIN}`
