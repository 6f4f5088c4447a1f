const EVERY = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** The verbs, written in the shorter of two ways. */
export function verbsOf(verbs: readonly string[]): string {
  const missing = EVERY.filter((verb) => !verbs.includes(verb))
  if (missing.length > 2 || verbs.length + missing.length > EVERY.length) return verbs.join(', ')
  return missing.length ? `all but ${missing.join(' and ')}` : 'all eight'
}
