import { describe, expect, test } from 'vitest'
import { NODE_CLIENT_SIGNER } from '../api/kinds/certificates/certificate-signing-request/signers'
import type { ApiObject } from '../machinery/object'
import { world } from '../testing/controller-world'
import { signingRequest } from '../testing/signing-request'
import { certificateApprover } from './certificate-approver'

const CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth']
const NODE: [string, string[]] = ['system:node:n', ['system:nodes']]

describe('approver', () => {
  const run = async (object: ApiObject, allowed: (subresource: string) => boolean) => {
    const w = world()
    const asked: unknown[] = []
    w.api.answer = (_, { collection }, body) => {
      if (collection !== 'subjectaccessreviews') return undefined
      const spec = body?.spec as { resourceAttributes: { subresource: string } }
      asked.push(spec)
      return Response.json({ status: { allowed: allowed(spec.resourceAttributes.subresource) } })
    }
    w.api.put('certificatesigningrequests', object)
    await w.start(certificateApprover)
    const conditions = () =>
      ((w.api.get('certificatesigningrequests', undefined, 'r')?.status as { conditions?: unknown[] }).conditions ??
        []) as { type: string; reason: string }[]
    return { ...w, asked, conditions }
  }
  const spec = { signerName: NODE_CLIENT_SIGNER, usages: CLIENT_USAGES }
  test('a requester who may have node certificates', async () => {
    const { conditions, asked, api } = await run(
      await signingRequest(NODE, { ...spec, uid: 'u', extra: { a: ['b'] } }),
      (subresource) => subresource === 'nodeclient',
    )
    expect(conditions()).toMatchObject([
      {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
      },
    ])
    expect(asked).toEqual([
      {
        user: 'somebody',
        uid: 'u',
        groups: ['g'],
        extra: { a: ['b'] },
        resourceAttributes: {
          group: 'certificates.orch.io',
          resource: 'certificatesigningrequests',
          verb: 'create',
          subresource: 'nodeclient',
        },
      },
    ])
    expect(api.writes.at(-1)).toBe('PUT certificatesigningrequests/approval r')
  })
  test('a node that renews its own', async () => {
    const { conditions, asked } = await run(
      await signingRequest(NODE, { ...spec, username: 'system:node:n' }),
      (subresource) => subresource === 'selfnodeclient',
    )
    expect(conditions()).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })
  test('a permission may come later', async () => {
    let allowed = false
    const { conditions, clock, api, log } = await run(await signingRequest(NODE, spec), () => allowed)
    expect(conditions()).toEqual([])
    expect(log).toEqual(['r: the requester may not create nodeclient'])
    allowed = true
    await clock.advance(60_000)
    await api.settled()
    expect(conditions()).toHaveLength(1)
  })
  test.each([
    ['another signer', NODE, { ...spec, signerName: 'orch.io/orch-apiserver-client' }],
    ['another subject', ['dora', ['builders']] as [string, string[]], spec],
    ['other usages', NODE, { ...spec, usages: ['client auth'] }],
  ])('%s is left for manual approval', async (_, subject, other) => {
    const { asked, conditions } = await run(await signingRequest(subject, other), () => true)
    expect([asked, conditions()]).toEqual([[], []])
  })
  test('a decided request is not changed', async () => {
    const { asked } = await run(
      { ...(await signingRequest(NODE, spec)), status: { conditions: [{ type: 'Denied', status: 'True' }] } },
      () => true,
    )
    expect(asked).toEqual([])
  })
})
