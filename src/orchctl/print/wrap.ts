const BULLET = /^(\d+\.?|-|\*)\s/

/** Wraps prose at `width`; code, lists, indented and empty lines stay on lines of their own. */
export function wrapText(text: string, width: number): string[] {
  const out: string[] = []
  let line = ''
  let indented = false
  const flush = (): void => {
    if (line) out.push(line)
    line = ''
  }
  for (const source of text.split('\n')) {
    const trimmed = source.trim()
    if (source.startsWith('    ')) {
      flush()
      out.push(source)
      continue
    }
    if (trimmed === '') {
      flush()
      if (out.length > 0) out.push('')
      continue
    }
    const [indent = ''] = /^\s*/.exec(source) ?? []
    if (indent || indented || line.endsWith(':') || BULLET.test(trimmed)) flush()
    indented = indent !== ''
    for (const [at, word] of trimmed.split(/\s+/).entries()) {
      if (line && line.length + 1 + word.length > width) flush()
      line = line ? `${line} ${word}` : `${at === 0 ? indent : ''}${word}`
    }
  }
  flush()
  return out
}
