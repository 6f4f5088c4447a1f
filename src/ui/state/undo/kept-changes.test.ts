import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '../identity'
import { latestChange, nextGesture, noteStep, recallChanges, useUndo } from './changes'
import { keptTexts } from './kept-changes'
import type { UndoStep } from './step'

const created = (name: string): UndoStep => ({
  did: 'created',
  target: { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' },
  name,
  after: { kind: 'ConfigMap', metadata: { name } },
})
const note = (step: UndoStep): void => {
  nextGesture()
  noteStep(step, ADMIN)
}
const names = (most?: number): string[] =>
  keptTexts(useUndo.getState().changes, most).map((text) => /"name":"(\w+)"/.exec(text)?.[1] ?? '')

describe('changes that outlive a reload', () => {
  beforeEach(() => useUndo.getState().clear())

  it('are those that are not undone yet, in order', () => {
    for (const name of ['a', 'b', 'c']) note(created(name))
    useUndo.getState().settle(useUndo.getState().changes[1]?.id ?? 0)
    expect(names()).toEqual(['a', 'c'])
  })

  it('are the newest, if there is little room', () => {
    for (const name of ['a', 'b', 'c']) note(created(name))
    const [text = ''] = keptTexts(useUndo.getState().changes)
    expect(names(2 * text.length)).toEqual(['b', 'c'])
  })

  it('are those after a reset, which itself is too long to keep', () => {
    note(created('a'))
    note({ did: 'replaced', how: 'reset', before: '{}' })
    note(created('b'))
    expect(names()).toEqual(['b'])
  })

  it('come before those of the new page', () => {
    note(created('new'))
    recallChanges([{ at: 1, identity: ADMIN, steps: [created('old')] }])
    const { changes } = useUndo.getState()
    expect(changes.map(({ title }) => title)).toEqual(['Create ConfigMap default/old', 'Create ConfigMap default/new'])
    expect(new Set(changes.map(({ id }) => id)).size).toBe(2)
    expect(latestChange(changes)?.title).toBe('Create ConfigMap default/new')
  })
})
