import { describe, expect, it } from 'vitest'
import { refuserOf } from './refuser'

describe('a refusal of admission', () => {
  it.each([
    [`ValidatingAdmissionPolicy 'frozen' with binding 'frozen' denied request: no`, 'frozen'],
    ['admission webhook "tags.example.com" denied the request: no tag', 'Open admission webhooks'],
    ['Internal error occurred: failed calling webhook "tags.example.com": no answer', 'Open admission webhooks'],
    ['pods "p" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot', 'Check Pod Security levels'],
    ['pods "p" is forbidden: exceeded quota: small, requested: pods=1', 'Open resource quotas'],
    ['pods "p" is forbidden: failed quota: small: must specify cpu', 'Open resource quotas'],
    ['pods "p" is forbidden: maximum cpu usage per Container is 1', 'Open limit ranges'],
    ['User "bob" cannot list resource "pods" in API group "" in the namespace "shop"', undefined],
  ])('%s leads to %s', (message, where) => {
    const found = refuserOf(message)
    expect(found?.kind === 'page' ? found.label : found?.name).toBe(where)
  })
})
