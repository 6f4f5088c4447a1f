import { Float, goType, printFloat, printValue } from './go-value'

const VERB = /%([-+# 0]*)(\d+)?(?:\.(\d*))?([\s\S]|$)/g

/** Go's `printf`: verbs for strings, numbers, booleans and any value, with flags, width and precision; mismatches are shown as in Go. */
export function format(form: string, args: readonly unknown[]): string {
  let next = 0
  const text = form.replace(VERB, (_all, flags: string, width = '', digits: string | undefined, verb: string) => {
    if (verb === '%') return '%'
    if (verb === '') return '%!(NOVERB)'
    if (next >= args.length) return `%!${verb}(MISSING)`
    const value = args[next++]
    const printed = formatted(verb, value, flags, digits)
    if (printed === undefined) {
      const shown = value === null || value === undefined ? '<nil>' : `${goType(value)}=${printValue(value)}`
      return `%!${verb}(${shown})`
    }
    return padded(printed, flags, Number(width || 0), typeof value !== 'string' && verb !== 'v')
  })
  if (next >= args.length) return text
  const extra = args.slice(next).map((value) => `${goType(value)}=${printValue(value)}`)
  return `${text}%!(EXTRA ${extra.join(', ')})`
}

/** The value formatted with a verb; undefined if the verb does not apply to it. */
function formatted(verb: string, value: unknown, flags: string, digits: string | undefined): string | undefined {
  if (verb === 'v') return printValue(value)
  if (verb === 'T') return goType(value)
  if (typeof value === 'string') return ofText(verb, value, digits)
  if (typeof value === 'boolean') return verb === 't' ? String(value) : undefined
  const type = goType(value)
  if (type === 'int' || type === 'int64') return signed(ofWhole(verb, BigInt(value as number | bigint)), flags)
  if (type === 'float64') {
    const number = value instanceof Float ? value.value : Number(value)
    return signed(ofFloat(verb, number, digits === undefined ? undefined : Number(digits)), flags)
  }
  return verb === 's' && Array.isArray(value) ? printValue(value) : undefined
}

function ofText(verb: string, value: string, digits: string | undefined): string | undefined {
  const cut = digits === undefined ? value : [...value].slice(0, Number(digits)).join('')
  if (verb === 's') return cut
  if (verb === 'q') return JSON.stringify(cut)
  if (verb !== 'x' && verb !== 'X') return undefined
  const hex = [...new TextEncoder().encode(cut)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return verb === 'x' ? hex : hex.toUpperCase()
}

function ofWhole(verb: string, value: bigint): string | undefined {
  switch (verb) {
    case 'd':
      return value.toString()
    case 'x':
      return value.toString(16)
    case 'X':
      return value.toString(16).toUpperCase()
    case 'o':
      return value.toString(8)
    case 'b':
      return value.toString(2)
    case 'c':
      return String.fromCodePoint(Number(value))
    case 'q':
      return `'${String.fromCodePoint(Number(value))}'`
    default:
      return undefined
  }
}

function ofFloat(verb: string, value: number, digits: number | undefined): string | undefined {
  if (verb === 'f' || verb === 'F') return value.toFixed(digits ?? 6)
  if (verb === 'e' || verb === 'E') {
    const text = value.toExponential(digits ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
    return verb === 'e' ? text : text.toUpperCase()
  }
  return verb === 'g' || verb === 'G' ? printFloat(value) : undefined
}

function signed(text: string | undefined, flags: string): string | undefined {
  if (text === undefined || text.startsWith('-')) return text
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text
}

function padded(text: string, flags: string, width: number, number: boolean): string {
  if (flags.includes('-')) return text.padEnd(width)
  if (!flags.includes('0') || !number) return text.padStart(width)
  const [, sign = '', rest = ''] = /^([+\- ]?)([\s\S]*)$/.exec(text) ?? []
  return sign + rest.padStart(width - sign.length, '0')
}
