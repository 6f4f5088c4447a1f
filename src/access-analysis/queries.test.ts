import { describe, expect, it } from 'vitest'
import { policy } from '../testing/rbac'
import { PolicyIndex } from '../authorization/policy-index'
import { readers as objects } from './readers.testing'
import { matrix, whatCan } from './queries'

const index = PolicyIndex.of(policy(...objects))
const alice = { name: 'alice', groups: [] }
const dev = { name: 'dev', groups: ['devs'] }

describe('what can', () => {
  it('what can a user do', () => {
    expect(whatCan(index, alice, 'a').map(({ role: { name }, ruleIndex }) => `${name} ${ruleIndex}`)).toEqual([
      'reader 0',
      'reader 1',
      'pods 0',
    ])
    expect(whatCan(index, alice, 'b')).toEqual([])
  })

  it('in a matrix, as single decisions say', () => {
    const question = {
      subjects: [alice, dev],
      resources: [
        { group: '', resource: 'configmaps' },
        { group: '', resource: 'secrets' },
        { group: '', resource: 'pods', subresource: 'log' },
        { group: '', resource: 'pods' },
      ],
      verbs: ['get', 'list', 'delete'],
      namespace: 'a',
    }
    expect(matrix(index, question)).toEqual([
      [
        ['yes', 'yes', 'no'],
        ['some', 'no', 'no'],
        ['no', 'no', 'no'],
        ['yes', 'yes', 'no'],
      ],
      [
        ['no', 'no', 'no'],
        ['no', 'no', 'no'],
        ['no', 'no', 'no'],
        ['yes', 'yes', 'no'],
      ],
    ])
  })
})
