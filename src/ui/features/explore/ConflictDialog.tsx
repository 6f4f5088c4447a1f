import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Dialog } from '../../components/Dialog'
import type { ApiObject } from '../../../machinery/object'
import { Diff } from '../../components/Diff'
import { objectYaml, readable, toYaml } from '../../components/editor/documents'
import { type Collision, settleConflicts, threeWay } from '../../components/editor/three-way'
import { Taught } from '../../components/lesson/Taught'

/** Server bookkeeping, which never counts as a user's change. */
function content(object: ApiObject): ApiObject {
  const { resourceVersion: _version, generation: _generation, managedFields: _managed, ...metadata } = object.metadata
  return readable({ ...object, metadata }) as ApiObject
}

const keyOf = (collision: Collision): string => collision.path.join('\n')
const shown = (value: unknown): string => (value === undefined ? '(removed)' : toYaml(value).trimEnd())

/** Two users changed the same object: shows both changes, and lets the user choose where they differ. */
export function ConflictDialog({
  base,
  mine,
  theirs,
  onDecide,
  onClose,
}: {
  readonly base: ApiObject
  readonly mine: ApiObject
  readonly theirs: ApiObject
  readonly onDecide: (decided: ApiObject | undefined) => void
  readonly onClose: () => void
}) {
  const merge = useMemo(() => threeWay(content(base), content(mine), content(theirs)), [base, mine, theirs])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(merge.collisions.map(keyOf)))
  const take = (value: unknown): ApiObject => {
    const object = value as ApiObject
    return { ...object, metadata: { ...object.metadata, resourceVersion: theirs.metadata.resourceVersion ?? '' } }
  }
  return (
    <Dialog onClose={onClose} title="This object changed while you were editing" size="xl">
      <div className="o-stack">
        <p className="o-dim o-flush">
          You started from resourceVersion {base.metadata.resourceVersion}; the server now has{' '}
          {theirs.metadata.resourceVersion}. Your draft is kept.
        </p>
        <Taught reason="Conflict" message="the object has been modified" />
        <div className="o-columns">
          <section aria-label="Your changes">
            <h2 className="o-h2">Yours</h2>
            <Diff before={objectYaml(content(base))} after={objectYaml(content(mine))} label="Your changes" />
          </section>
          <section aria-label="Their changes">
            <h2 className="o-h2">Theirs</h2>
            <Diff before={objectYaml(content(base))} after={objectYaml(content(theirs))} label="Their changes" />
          </section>
        </div>
        {merge.collisions.length > 0 ? (
          <table className="o-table">
            <thead>
              <tr>
                <th>Field changed by both</th>
                <th>Yours</th>
                <th>Theirs</th>
                <th>Use</th>
              </tr>
            </thead>
            <tbody>
              {merge.collisions.map((collision) => (
                <tr key={keyOf(collision)}>
                  <td className="o-mono">{collision.path.join('.')}</td>
                  <td>
                    <pre className="o-code">{shown(collision.mine)}</pre>
                  </td>
                  <td>
                    <pre className="o-code">{shown(collision.theirs)}</pre>
                  </td>
                  <td>
                    <SegmentedControl
                      aria-label={`Value to use for ${collision.path.join('.')}`}
                      value={chosen.has(keyOf(collision)) ? 'mine' : 'theirs'}
                      onChange={(value) => {
                        const next = new Set(chosen)
                        if (value === 'mine') next.add(keyOf(collision))
                        else next.delete(keyOf(collision))
                        setChosen(next)
                      }}
                      data={[
                        { value: 'mine', label: 'Mine' },
                        { value: 'theirs', label: 'Theirs' },
                      ]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="o-flush">You changed different fields, so both changes can be merged.</p>
        )}
        <div className="o-row wrap o-to-end">
          <Button variant="default" onClick={() => onDecide(undefined)}>
            Use theirs
          </Button>
          <Button variant="default" onClick={() => onDecide(take(content(mine)))}>
            Keep mine
          </Button>
          <Button onClick={() => onDecide(take(settleConflicts(merge, chosen)))} data-autofocus>
            Merge
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
