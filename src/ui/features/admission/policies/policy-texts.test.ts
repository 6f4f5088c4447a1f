import { describe, expect, it } from 'vitest'
import { parseDocuments } from '../../../components/editor/documents'
import { readPolicy, registrationText } from './policy-texts'

const GROUP = 'admissionregistration.orch.io'
const POLICY = (spec: string) =>
  `apiVersion: ${GROUP}/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: mine, labels: {by: me}}\nspec: ${spec}\n`

/** The objects of a registration. */
function registered(policy: string, request: object, version = 'v1') {
  const spec = readPolicy(policy)
  if (spec.problem !== undefined) throw new Error(spec.problem)
  const text = registrationText({
    ...{ policy, spec: spec.value, request: { operation: 'CREATE', ...request } },
    ...{ apiVersion: `${GROUP}/${version}`, namespacedParams: true },
  })
  return parseDocuments(text).map(({ object }) => object as unknown as Record<string, unknown>)
}

describe('what registers a policy', () => {
  it('is the policy as it is written, in a version that is served, and its binding', () => {
    expect(registered(POLICY('{validations: [{expression: "true"}]}'), {}, 'v1beta1')).toEqual([
      {
        ...{ apiVersion: `${GROUP}/v1beta1`, kind: 'ValidatingAdmissionPolicy' },
        metadata: { name: 'mine', labels: { by: 'me' } },
        spec: { validations: [{ expression: 'true' }] },
      },
      {
        ...{ apiVersion: `${GROUP}/v1beta1`, kind: 'ValidatingAdmissionPolicyBinding' },
        metadata: { name: 'mine' },
        spec: { policyName: 'mine', validationActions: ['Deny'] },
      },
    ])
  })

  const WITH_PARAMS = POLICY('{paramKind: {apiVersion: v1, kind: ConfigMap}, validations: [{expression: "true"}]}')
  const params = (metadata: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { most: '3' } })
  const object = { metadata: { name: 'shop', namespace: 'web' } }
  const refused = { parameterNotFoundAction: 'Deny' }
  it.each<[string, object, unknown, unknown]>([
    [
      'in the namespace of the request',
      { object, params: params({ name: 'limits' }) },
      params({ name: 'limits', namespace: 'web' }),
      { name: 'limits', ...refused },
    ],
    [
      'in their own namespace',
      { object, params: params({ name: 'limits', namespace: 'rules' }) },
      params({ name: 'limits', namespace: 'rules' }),
      { name: 'limits', namespace: 'rules', ...refused },
    ],
    ['that the request lacks', { object }, undefined, { name: 'mine', ...refused }],
  ])('includes parameters %s', (_, request, stored, paramRef) => {
    const objects = registered(WITH_PARAMS, request)
    expect(objects.find(({ kind }) => kind === 'ConfigMap')).toEqual(stored)
    expect(objects.at(-1)?.['spec']).toMatchObject({ paramRef })
  })
})
