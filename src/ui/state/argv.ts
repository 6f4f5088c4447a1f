/** Flags as an editable text, one per line; `#` starts a comment. */
export const argvToText = (argv: readonly string[]): string => {
  const lines: string[] = []
  for (const arg of argv) {
    const last = lines.at(-1)
    if (!arg.startsWith('--') && last?.startsWith('--') && !last.includes('=') && !last.includes(' '))
      lines[lines.length - 1] = `${last} ${arg}`
    else lines.push(arg)
  }
  return lines.join('\n')
}

/** Parses such a text. In a flag without `=`, the first blank separates name and value. */
export const textToArgv = (text: string): string[] =>
  text.split('\n').flatMap((raw) => {
    const line = raw.trim()
    if (!line || line.startsWith('#')) return []
    const match = /^(--[\w-]+)\s+(.+)$/.exec(line)
    return match ? [match[1] ?? '', match[2] ?? ''] : [line]
  })

/** The arguments without any occurrence of a flag. */
export function withoutFlag(argv: readonly string[], name: string): string[] {
  const kept: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? ''
    if (arg === `--${name}`) {
      if (argv[i + 1]?.startsWith('--') === false) i++
    } else if (!arg.startsWith(`--${name}=`)) kept.push(arg)
  }
  return kept
}

/** The arguments with a flag set to one value, replacing every earlier occurrence. */
export const withFlag = (argv: readonly string[], name: string, value: string): string[] => [
  ...withoutFlag(argv, name),
  `--${name}=${value}`,
]

/** Sets several flags at once: a list repeats the flag, undefined removes it. */
export const withFlags = (
  argv: readonly string[],
  changes: Readonly<Record<string, string | readonly string[] | undefined>>,
): string[] =>
  Object.entries(changes).reduce<string[]>(
    (args, [name, value]) => [
      ...withoutFlag(args, name),
      ...(value === undefined ? [] : [value].flat()).map((one) => `--${name}=${one}`),
    ],
    [...argv],
  )

/** The last value of a flag in a command line; undefined if it is not set. */
export const flagValue = (argv: readonly string[], name: string): string | undefined => {
  let found: string | undefined
  argv.forEach((arg, i) => {
    if (arg === `--${name}`) found = argv[i + 1]
    else if (arg.startsWith(`--${name}=`)) found = arg.slice(name.length + 3)
  })
  return found
}

const quotedWord = (word: string): string =>
  !/[\s"']/.test(word) ? word : word.includes("'") ? word.split(/(')/).map(quotedPiece).join('') : `'${word}'`
const quotedPiece = (piece: string): string => (piece === "'" ? `"'"` : piece === '' ? '' : `'${piece}'`)

/** The arguments on one line, as addresses carry them. */
export const argvToLine = (argv: readonly string[]): string => argv.map(quotedWord).join(' ')
