/** Marks of a colour, each only where it says something. */
export const RED = '\u001b[31m'
export const YELLOW = '\u001b[33m'
export const DIM = '\u001b[90m'
export const PLAIN = '\u001b[0m'

/** Text for the screen: what is no text, such as a sequence that would command the screen, is made visible instead. */
export const harmless = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .replaceAll('\n', '\r\n')

/** What a program says beside its output: warnings in their own colour, failures in another. */
export const errorText = (text: string): string =>
  `${/^(Warning|W\d{4}|No resources|Defaulted)/.test(text) ? YELLOW : RED}${harmless(text)}${PLAIN}`
