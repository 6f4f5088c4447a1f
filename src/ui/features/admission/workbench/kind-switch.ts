export type WebhookKind = 'Validating' | 'Mutating'

const KIND = /^(\s*kind:\s*["']?)(Validating|Mutating)(WebhookConfiguration["']?\s*)$/gm

/** The kind that a registration has; undefined when its text names none, or both. */
export function kindOf(text: string): WebhookKind | undefined {
  const found = new Set(Array.from(text.matchAll(KIND), ([, , kind]) => kind))
  return found.size !== 1 ? undefined : found.has('Mutating') ? 'Mutating' : 'Validating'
}

/** The registration as the other kind. What only mutating webhooks have is left out of a validating one. */
export function withKind(text: string, kind: WebhookKind): string {
  const switched = text.replace(KIND, `$1${kind}$3`)
  return kind === 'Mutating' ? switched : switched.replace(/^\s*reinvocationPolicy:.*\n?/gm, '')
}
