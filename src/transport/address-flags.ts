/**
 * The flags in a page's address: `?flags=` followed by a command line. Words are separated by white space; quotes preserve it. Undefined
 * without the parameter.
 */
export function addressFlags(search: string): string[] | undefined {
  const line = new URLSearchParams(search).get('flags')
  if (line === null) return undefined
  const words = line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)
  return Array.from(words, ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, a?: string, b?: string) => a ?? b ?? ''),
  )
}

/** The relay in a page's address, `?relay=ws://127.0.0.1:PORT/KEY`. Throws if it is not on this machine. */
export function addressRelay(search: string): string | undefined {
  const address = new URLSearchParams(search).get('relay')
  if (address === null) return undefined
  const url = new URL(address)
  // Otherwise a link could give a stranger access to this tab's control plane.
  const local = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol !== 'ws:' || !local) throw new Error(`the relay ${address} is not on this machine`)
  return url.href
}
