import { Button, Checkbox, Input, SegmentedControl, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediumState } from '../../../server/control'
import { ErrorMessage } from '../../components/States'
import { useFlags } from '../../queries/flags'
import { useRestart } from '../../queries/use-restart'
import { withFlag, withFlags } from '../../state/argv'
import { useSession } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { notifyDone } from '../../state/notify'
import { useAction } from '../../state/use-action'

const MEDIA: readonly { readonly value: MediumState['medium']; readonly label: string; readonly about: string }[] = [
  { value: 'indexeddb', label: 'IndexedDB', about: 'The database of the browser. Works in every browser.' },
  {
    value: 'files',
    label: 'Files',
    about: 'Private files of this site in the browser. Writes are faster. Some private windows do not have them.',
  },
  { value: 'memory', label: 'Memory', about: 'Nothing is saved. The cluster is lost when the last tab closes.' },
]
const WAITS = [
  { value: 'relaxed', label: 'the browser (fast; survives a crash of the tab)' },
  { value: 'strict', label: 'the disk (slower; survives a power failure)' },
]
const labelOf = (medium: string): string => MEDIA.find(({ value }) => value === medium)?.label ?? medium

/** The cluster's storage medium: move the cluster to another one, or open what another one contains. */
export function MediumForm({ framed }: { readonly framed: boolean }) {
  const session = useSession()
  const queries = useQueryClient()
  const flags = useFlags().data
  const state = useQuery({
    queryKey: ['medium'],
    queryFn: () => session.control('medium', { action: 'state' }),
    retry: false,
  })
  const [chosen, setChosen, dropChosen] = useSessionDraft<MediumState['medium'] | undefined>('medium', undefined)
  const [replace, setReplace] = useState(false)
  const { restart, busy, error } = useRestart()
  const moving = useAction()
  if (state.isError) return <ErrorMessage error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data || !flags) return null
  const { medium, durability, note } = state.data
  const wanted = chosen ?? medium
  const move = () =>
    moving.act(async () => {
      if (wanted === 'memory') return
      await session.control('medium', { action: 'move', medium: wanted, replace })
      dropChosen()
      setReplace(false)
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
      notifyDone('Cluster moved', `It is saved in ${labelOf(wanted)} now. Every object was checked.`)
    })
  const change = async (name: 'store' | 'durability', value: string): Promise<void> => {
    const next =
      value === 'indexeddb' ? withFlags(flags.argv, { [name]: undefined }) : withFlag(flags.argv, name, value)
    if (await restart(next)) dropChosen()
  }
  const waiting = busy || moving.busy
  return (
    <section className="o-panel" aria-label="Where the cluster is saved">
      <header>
        <h2>Where the cluster is saved</h2>
      </header>
      <div className="o-panel-body o-stack">
        {note !== undefined && <ErrorMessage error={note} />}
        {(error ?? moving.error) !== undefined && (
          <ErrorMessage error={error ?? moving.error}>Nothing was changed.</ErrorMessage>
        )}
        <div className="o-row wrap">
          <Input.Wrapper label="Medium" labelElement="div">
            <div>
              <SegmentedControl
                aria-label="Where to save"
                value={wanted}
                disabled={waiting || framed}
                onChange={(value) => setChosen(value)}
                data={MEDIA.map(({ value, label }) => ({ value, label }))}
              />
            </div>
          </Input.Wrapper>
          <Select
            label="Each write waits for"
            w={330}
            allowDeselect={false}
            disabled={waiting || framed || wanted === 'memory'}
            value={durability}
            onChange={(value) => value && void change('durability', value)}
            data={WAITS}
          />
        </div>
        <p className="o-dim o-flush">{MEDIA.find(({ value }) => value === wanted)?.about}</p>
        {wanted !== medium && (
          <>
            {wanted !== 'memory' && (
              <Checkbox
                label={`Replace objects that are already in ${labelOf(wanted)}`}
                checked={replace}
                onChange={(event) => setReplace(event.currentTarget.checked)}
              />
            )}
            <div className="o-row wrap">
              {wanted !== 'memory' && (
                <Button loading={moving.busy} disabled={waiting} onClick={() => void move()}>
                  Move this cluster to {labelOf(wanted)}
                </Button>
              )}
              <Button variant="default" loading={busy} disabled={waiting} onClick={() => void change('store', wanted)}>
                {wanted === 'memory' ? 'Start an empty cluster in memory' : `Use what is in ${labelOf(wanted)}`}
              </Button>
            </div>
            <p className="o-dim o-flush o-small">
              {wanted === 'memory'
                ? `What is in ${labelOf(medium)} stays there. Choose it again to go back.`
                : `A move checks every object in ${labelOf(wanted)}, then deletes the old copy. Watches start again.`}
            </p>
          </>
        )}
      </div>
    </section>
  )
}
