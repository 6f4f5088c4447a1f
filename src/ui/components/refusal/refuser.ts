import type { Place } from '../../state/place'

/** What refused a request, as its message names it. */
export type Refuser =
  | { readonly kind: 'ValidatingAdmissionPolicy'; readonly name: string }
  | { readonly kind: 'page'; readonly label: string; readonly place: Place }

const PAGES: readonly (readonly [RegExp, string, Place])[] = [
  [/admission webhook ".*" denied|failed calling webhook/, 'Open admission webhooks', { to: '/admission/webhooks' }],
  [/violates PodSecurity/, 'Check Pod Security levels', { to: '/admission/pod-security' }],
  [
    /exceeded quota|failed quota/,
    'Open resource quotas',
    { to: '/explore/$group/$version/$resource', params: { group: 'core', version: 'v1', resource: 'resourcequotas' } },
  ],
  [
    /(minimum|maximum) .* usage per/,
    'Open limit ranges',
    { to: '/explore/$group/$version/$resource', params: { group: 'core', version: 'v1', resource: 'limitranges' } },
  ],
]

/** What in admission refused a request with this message, if the message names something that the user can open. */
export function refuserOf(message: string): Refuser | undefined {
  const policy = /ValidatingAdmissionPolicy '([^']+)'/.exec(message)?.[1]
  if (policy !== undefined) return { kind: 'ValidatingAdmissionPolicy', name: policy }
  const page = PAGES.find(([pattern]) => pattern.test(message))
  return page && { kind: 'page', label: page[1], place: page[2] }
}
