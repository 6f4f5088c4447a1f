import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isStatus } from '../../../client/status-error'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { ErrorMessage } from '../../components/States'
import { useClient, useSession } from '../../state/connection'
import { notifyDone } from '../../state/notify'
import { useDrafts } from '../../state/drafts'
import { useAction } from '../../state/use-action'
import { STAGED_KINDS, readStage, STAGES } from './lives-model'
import { EXAMPLE_STAGE } from './lives-text'
import { TrialResult } from './TrialResult'

/** Id of the draft, which survives reloads. */
const DRAFT = 'workloads.stage'

/** An editor for a stage that previews its effect on an object. */
export function StageWriter() {
  const client = useClient()
  const session = useSession()
  const { drafts, keep } = useDrafts()
  const text = drafts[DRAFT]?.text ?? EXAMPLE_STAGE
  const setText = (next: string): void => keep(DRAFT, next)
  const [target, setTarget] = useState<string | null>(null)
  const { act, busy } = useAction('The stage was not saved')
  const read = useMemo(() => readStage(text), [text])
  const kind = 'kind' in read ? STAGED_KINDS.find((one) => one.kind === read.kind) : undefined
  const objects = useQuery({
    queryKey: ['lives', 'objects', kind?.kind],
    enabled: kind !== undefined,
    queryFn: async () => (kind ? (await client.list(kind.target)).items : []),
    refetchInterval: 5000,
  })
  const names = (objects.data ?? []).map(({ metadata }) =>
    [metadata.namespace, metadata.name].filter(Boolean).join('/'),
  )
  const chosen = target !== null && names.includes(target) ? target : (names[0] ?? null)
  // The server validates each text once; invalid stages are not tried.
  const judged = useQuery({
    queryKey: ['lives', 'judge', text],
    enabled: 'object' in read,
    queryFn: async () => {
      if ('object' in read)
        await client.create(STAGES, read.object, { query: { dryRun: 'All' } }).catch((error: unknown) => {
          if (!isStatus(error, 'AlreadyExists')) throw error
        })
      return true
    },
    retry: false,
  })
  const trial = useQuery({
    queryKey: ['lives', 'try', text, chosen],
    enabled: judged.data === true && chosen !== null,
    queryFn: () => {
      if (!('object' in read) || chosen === null) return null
      const [namespace, name] = chosen.includes('/') ? chosen.split('/') : [undefined, chosen]
      return session.control('try-stage', {
        kind: read.kind,
        stage: read.object,
        ...(namespace !== undefined && { namespace }),
        name: name ?? '',
      })
    },
    refetchInterval: 1000,
  })
  const error = judged.error ?? trial.error
  const save = (): void => {
    if (!('object' in read)) return
    const { object } = read
    void act(async () => {
      await client.patch(STAGES, object.metadata.name ?? '', 'apply', object, {
        query: { fieldManager: 'life-cycles', force: 'true' },
      })
      notifyDone('Saved', `Stage ${object.metadata.name ?? ''} is active`)
    })
  }
  return (
    <section className="o-panel" aria-label="Write a stage">
      <header>
        <h2 className="o-grow">Write a stage</h2>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setText(EXAMPLE_STAGE)}
          disabled={text === EXAMPLE_STAGE}
        >
          Example
        </Button>
        <Button size="compact-sm" loading={busy} disabled={!('object' in read)} onClick={save}>
          Save
        </Button>
      </header>
      <div className="o-panel-body o-wl-writer">
        <div className="o-wl-editor">
          <LazyYamlEditor id="stage" label="Stage" value={text} onChange={setText} onSubmit={save} onSave={save} />
        </div>
        <div className="o-stack">
          <Select
            label={kind ? `Try the stage on one of the ${kind.title.toLowerCase()}` : 'Try the stage on'}
            description="Nothing is changed; you see what the stage would do."
            data={names}
            value={chosen}
            onChange={setTarget}
            searchable
            disabled={names.length === 0}
            placeholder={
              kind ? `This cluster has no ${kind.title.toLowerCase()} yet` : 'Name a kind in the stage first'
            }
          />
          {'problem' in read && <p className="o-flush">{read.problem}</p>}
          {'object' in read && error && <ErrorMessage error={error} />}
          {'object' in read && trial.data && <TrialResult trial={trial.data} />}
        </div>
      </div>
    </section>
  )
}
