import { describe, expect, it } from 'vitest'
import type { ControlEvents } from '../../../server/control'
import { sentOutside } from './sent-outside'

const MAPS = '/api/v1/namespaces/default/configmaps'
const sent = (more: Partial<ControlEvents['outside']> = {}): ControlEvents['outside'] => ({
  method: 'POST',
  path: MAPS,
  contentType: 'application/json',
  body: '{"metadata":{"name":"a"}}',
  user: 'ada',
  groups: ['dev', 'system:authenticated'],
  status: 201,
  answer: '{"metadata":{"name":"a","uid":"1"}}',
  ...more,
})

describe('what a program outside sends', () => {
  it('is recorded as its own', () =>
    expect(sentOutside(sent())).toEqual({
      method: 'POST',
      path: MAPS,
      contentType: 'application/json',
      body: '{"metadata":{"name":"a"}}',
      status: 201,
      answer: { metadata: { name: 'a', uid: '1' } },
      who: { name: 'ada', groups: ['dev', 'system:authenticated'] },
    }))

  it('is the administrator’s where it has all rights', () =>
    expect(sentOutside(sent({ user: 'ann', groups: ['system:masters'] }))).not.toHaveProperty('who'))

  it('is recorded when it was refused', () =>
    expect(sentOutside(sent({ status: 403, answer: 'no JSON' }))).toMatchObject({ status: 403, answer: undefined }))

  it.each<[string, Partial<ControlEvents['outside']>, unknown]>([
    ['is tried without storing', { path: `${MAPS}?dryRun=All` }, undefined],
    ['asks what it may', { path: '/apis/authorization.orch.io/v1/selfsubjectaccessreviews' }, undefined],
    ['has a binary body', { contentType: 'application/vnd.orch.protobuf' }, 'unreadable'],
  ])('is left out when it %s', (_, more, expected) => expect(sentOutside(sent(more))).toBe(expected))
})
