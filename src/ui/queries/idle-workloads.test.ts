import { describe, expect, it } from 'vitest'
import { standsStill } from './idle-workloads'

const DEPLOYMENTS = { group: 'apps', resource: 'deployments' }

describe('standsStill', () => {
  it.each([
    ['no nodes by default', [], DEPLOYMENTS, true],
    ['no nodes by flag', ['--nodes=0'], DEPLOYMENTS, true],
    ['nodes', ['--nodes=3'], DEPLOYMENTS, false],
    ['controllers chosen by name', ['--controllers=deployment'], DEPLOYMENTS, false],
    ['a pod without nodes', [], { group: '', resource: 'pods' }, true],
    ['a kind that needs no nodes', [], { group: '', resource: 'configmaps' }, false],
  ])('%s', (_, argv, kind, still) => {
    expect(standsStill(argv, kind)).toBe(still)
  })
})
