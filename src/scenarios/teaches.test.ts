import { describe, expect, it } from 'vitest'
import { CATALOGUE } from './catalogue'
import { teachingOf, TEACHINGS } from './teaches'

describe('errors that a lesson is about', () => {
  it.each<readonly [string | undefined, string, string | undefined]>([
    [
      'Conflict',
      'Operation cannot be fulfilled on pods "a": the object has been modified; please',
      'objects/lost-update',
    ],
    ['Conflict', 'Apply failed with 1 conflict: conflict with "b": .data.x', 'apply/conflict'],
    ['Forbidden', 'pods "a" is forbidden: exceeded quota: q, requested: pods=1', 'admission/quota'],
    ['Forbidden', 'pods is forbidden: User "ada" cannot list resource "pods" in API group ""', 'access/read-only'],
    ['Forbidden', 'pods "a" is forbidden: User "ada" cannot create resource "pods/exec" in', 'access/subresource'],
    ['Expired', 'The resourceVersion for the provided list is too old.', 'objects/pages'],
    ['Expired', 'The provided resourceVersion is too old: the oldest one kept is 191.', 'objects/watch'],
    ['Forbidden', 'pods "a" is forbidden: failed quota: q: must specify requests.memory', 'admission/order'],
    ['Forbidden', 'users "b" is forbidden: User "a" cannot impersonate resource "users"', 'identity/impersonate'],
    ['Unauthorized', 'Unauthorized', 'identity/revoke'],
    ['NotFound', 'the server could not find the requested resource', 'objects/deprecated'],
    ['Warning', 'policy/v1beta1 PodDisruptionBudget is deprecated in v1.21+', 'objects/deprecated'],
    ['Warning', 'would violate PodSecurity "restricted:latest": x', 'admission/pod-security'],
    ['', 'admission webhook "a.example.com" denied the request: no', 'admission/callbacks'],
    ['Forbidden', 'admission webhook "a.example.com" denied the request: no', 'admission/callbacks'],
    [undefined, 'exceeded quota: q, requested: pods=1', 'admission/quota'],
    [undefined, 'policy/v1beta1 PodDisruptionBudget is deprecated in v1.21+', undefined],
    ['NotFound', 'pods "a" not found', undefined],
    ['BadRequest', 'strict decoding error: unknown field "spec.replica"', 'objects/unknown-field'],
    ['Warning', 'unknown field "spec.replica"', 'objects/unknown-field'],
    ['Invalid', "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", 'admission/policy'],
  ])('%s: %s', (reason, message, lesson) =>
    expect(teachingOf({ ...(reason !== undefined && { reason }), message })?.lesson).toBe(lesson),
  )

  it('name lessons of the catalogue by their titles', () => {
    const titles = new Map(CATALOGUE.map(({ id, title }) => [id, title]))
    expect(TEACHINGS.map(({ lesson, title }) => [lesson, title])).toEqual(
      TEACHINGS.map(({ lesson }) => [lesson, titles.get(lesson)]),
    )
  })
})
