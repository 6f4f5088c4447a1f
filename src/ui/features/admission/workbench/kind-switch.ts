/** Whether a webhook may change objects. */
export type WebhookKind = 'Validating' | 'Mutating'

const KIND = /^(\s*kind:\s*["']?)(Validating|Mutating)(WebhookConfiguration["']?\s*)$/gm

/** The type of a registration; undefined if its text contains neither or both. */
export function kindOf(text: string): WebhookKind | undefined {
  const found = new Set(Array.from(text.matchAll(KIND), ([, , kind]) => kind))
  return found.size !== 1 ? undefined : found.has('Mutating') ? 'Mutating' : 'Validating'
}

/**
 * The registration converted to the other type. Fields specific to mutating webhooks are dropped from a validating one.
 */
export function withKind(text: string, kind: WebhookKind): string {
  const switched = text.replace(KIND, `$1${kind}$3`)
  return kind === 'Mutating' ? switched : switched.replace(/^\s*reinvocationPolicy:.*\n?/gm, '')
}
