const BULLET = /^(\d+\.?|-|\*)\s/

/** Breaks prose into lines of at most `width`; code, lists and empty lines stay lines of their own. */
export function wrapText(text: string, width: number): string[] {
  const out: string[] = []
  let line = ''
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
    if (out.length > 0 && trimmed === '') {
      flush()
      out.push('')
      continue
    }
    if (line.endsWith(':') || trimmed === '' || BULLET.test(trimmed)) flush()
    for (const word of source.split(/\s+/).filter(Boolean)) {
      if (line && line.length + 1 + word.length > width) flush()
      line = line ? `${line} ${word}` : word
    }
  }
  flush()
  return out
}
