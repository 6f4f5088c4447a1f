import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, NOBODY } from '../identity'
import { latestChange, nextGesture, noteStep, useUndo } from './changes'
import type { UndoStep } from './step'

const step = (name: string): UndoStep => ({
  did: 'created',
  target: { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' },
  name,
  after: { kind: 'ConfigMap', metadata: { name } },
})
const titles = () => useUndo.getState().changes.map(({ title }) => title)

describe('changes', () => {
  beforeEach(() => {
    useUndo.getState().clear()
    nextGesture()
  })

  it('joins what one click did', () => {
    noteStep(step('a'), ADMIN, 'r1')
    noteStep(step('b'), ADMIN, 'r2')
    nextGesture()
    noteStep(step('c'), ADMIN, 'r3')
    expect(titles()).toEqual(['Create 2 objects', 'Create ConfigMap default/c'])
    expect(useUndo.getState().changes[0]?.rows).toEqual(['r1', 'r2'])
  })

  it('counts what came and went at one stroke for nothing, and what followed as one', () => {
    const target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
    const at = (name: string, version: string) => ({
      kind: 'ConfigMap',
      metadata: { name, uid: name, resourceVersion: version },
    })
    const ref = { target, subresource: '', applied: false }
    noteStep({ did: 'created', target, name: 'a', after: at('a', '1') }, ADMIN)
    noteStep({ did: 'deleted', target, name: 'a', before: at('a', '1'), dependents: [] }, ADMIN)
    expect(titles()).toEqual([])
    noteStep({ did: 'changed', ...ref, name: 'b', before: at('b', '1'), after: at('b', '2') }, ADMIN)
    noteStep({ did: 'changed', ...ref, name: 'b', before: at('b', '2'), after: at('b', '3') }, ADMIN)
    expect(useUndo.getState().changes[0]?.steps).toEqual([
      { did: 'changed', ...ref, name: 'b', before: at('b', '1'), after: at('b', '3') },
    ])
  })

  it('keeps those of two people apart, and starts another one after an undo', () => {
    noteStep(step('a'), ADMIN)
    noteStep(step('b'), NOBODY)
    useUndo.getState().settle(latestChange(useUndo.getState().changes)?.id ?? 0)
    noteStep(step('c'), NOBODY)
    expect(titles()).toEqual(['Create ConfigMap default/a', 'Create ConfigMap default/b', 'Create ConfigMap default/c'])
    expect(latestChange(useUndo.getState().changes)?.title).toBe('Create ConfigMap default/c')
  })
})
