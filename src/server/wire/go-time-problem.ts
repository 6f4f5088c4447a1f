/** Go's error for a text that is no RFC 3339 time; undefined for one that is. Fractions of a second need not be given. */
export function goTimeProblem(text: string, layout = '2006-01-02T15:04:05Z07:00'): string | undefined {
  let rest = text
  const failed = (why: string) => `parsing time ${JSON.stringify(text)}${why}`
  const at = (value: string, element: string) =>
    failed(` as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(value)} as ${JSON.stringify(element)}`)
  const values: Record<string, number> = {}
  for (const [, element = '', separator = ''] of layout.matchAll(/(2006|01|02|15|04|05|\.000000|Z07:00)([-T:]?)/g)) {
    const found = ELEMENTS[element]?.exec(rest)?.[0]
    if (found === undefined) return at(rest, element)
    values[element] = Number(found)
    rest = rest.slice(found.length)
    const most = MOST[element]
    if (most && (Number(found) < most.least || Number(found) > most.most)) return failed(`: ${most.name} out of range`)
    if (element === '05' && !layout.includes('.')) rest = rest.replace(/^[.,]\d+/, '')
    if (!rest.startsWith(separator)) return at(rest, separator)
    rest = rest.slice(separator.length)
  }
  if (rest !== '') return failed(`: extra text: ${JSON.stringify(rest)}`)
  const days = new Date(Date.UTC(values['2006'] ?? 0, values['01'] ?? 1, 0)).getUTCDate()
  return (values['02'] ?? 1) < 1 || (values['02'] ?? 1) > days ? failed(': day out of range') : undefined
}

const ELEMENTS: Readonly<Record<string, RegExp>> = {
  2006: /^\d{4}/,
  '01': /^\d\d/,
  '02': /^\d\d/,
  15: /^\d\d?/,
  '04': /^\d\d/,
  '05': /^\d\d/,
  '.000000': /^\.\d{6}/,
  'Z07:00': /^(?:Z|[+-]\d\d:\d\d)/,
}
const MOST: Readonly<Record<string, { readonly name: string; readonly least: number; readonly most: number }>> = {
  '01': { name: 'month', least: 1, most: 12 },
  15: { name: 'hour', least: 0, most: 23 },
  '04': { name: 'minute', least: 0, most: 59 },
  '05': { name: 'second', least: 0, most: 59 },
}
