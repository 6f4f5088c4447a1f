import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { at as valueAt } from '../../../machinery/json'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { apiVersionFor, findResource, useDiscovery } from '../../queries/discovery'
import { useKeys } from '../../state/keys'
import { groupFromPath, objectPlace, usePathState, useQueryState, useSetQuery } from '../../state/place'
import { takePromise } from '../../state/arrival'
import { AutoscalerCard } from './AutoscalerCard'
import { REPLICAS } from './autoscaler'
import { EXAMPLE } from './example'
import { DisputeBar } from './DisputeBar'
import { ExampleButton } from './ExampleButton'
import { EXPORT_FORMS, ExportDialog } from './ExportDialog'
import { waysId } from './ConflictPanel'
import { HandOverPanel, TEMPORARY } from './HandOverPanel'
import { HistoryPanel, PreviewPanel, Timeline } from './HistoryPanel'
import { placeIn } from './intents'
import { LabUndo } from './LabUndo'
import { ManagerCard } from './ManagerCard'
import { SituationButton } from './SituationMenu'
import { situationOf } from './situations'
import { ObjectView } from './ObjectView'
import { type LabTarget, useLab } from './use-lab'
import { WriterCard } from './WriterCard'
import './apply.css'

/** The lab with the object that the address names. */
export function LabPage() {
  const path = usePathState()
  const discovery = useDiscovery()
  const group = groupFromPath(path['group'] ?? '')
  const info = findResource(discovery.data, group, path['version'] ?? '', path['resource'] ?? '')
  const namespace = path['namespace'] === '-' ? undefined : path['namespace']
  const name = path['name'] ?? ''
  if (info)
    return (
      <LabView
        key={`${apiVersionFor(info)}/${info.resource}/${namespace ?? ''}/${name}`}
        target={{ info, namespace, name }}
      />
    )
  if (discovery.isPending || discovery.isPlaceholderData) return <Loading />
  return (
    <Empty
      title={`${group || 'core'}/${path['version'] ?? ''} ${path['resource'] ?? ''} is not served`}
      icon="search"
      actions={<Go place={{ to: '/apply' }}>Open another object</Go>}
    >
      {discovery.isError
        ? discovery.error.message
        : 'It may need another release, or its CustomResourceDefinition was deleted.'}
    </Empty>
  )
}

function LabView({ target }: { readonly target: LabTarget }) {
  const { info, namespace, name } = target
  const lab = useLab(target)
  const query = useQueryState()
  const setQuery = useSetQuery()
  const editors = useRef(new Map<string, (() => void) | undefined>())
  const autoscale = useRef<() => Promise<void>>(undefined)
  const handing = useRef<string>(undefined)
  const newName = useRef<HTMLInputElement>(null)
  const [naming, setNaming] = useState('')
  const [fresh, setFresh] = useState<string>()
  const { versions, phase, error } = lab.history
  const last = versions.length - 1
  const wanted = query['at'] === undefined ? -1 : versions.findIndex((v) => v.resourceVersion === query['at'])
  const at = wanted < 0 ? last : wanted
  const shown = versions[at]
  const active = lab.managers.find((manager) => manager.name === query['who']) ?? lab.managers[0]
  const preview = lab.managers.find(({ outcome }) => outcome?.type === 'preview')
  const previewed = preview?.outcome?.type === 'preview' ? preview.outcome.object : undefined
  const scales = info.subresources.some((sub) => sub.name === 'scale')
  const hasReplicas = scales || typeof valueAt(lab.live, 'spec', 'replicas') === 'number'
  const claims = (text: string): boolean => placeIn(text, REPLICAS, lab.structure) !== undefined
  // Whoever claimed the field last stays the one who gives it up, also when the claim is gone.
  const claimant = [active, ...lab.managers].find(
    (manager) => manager && manager.name !== TEMPORARY && claims(manager.text),
  )
  if (claimant) handing.current = claimant.name
  const person = lab.managers.find(({ name: each }) => each === handing.current)?.name ?? active?.name

  const step = (to: number): void => {
    const version = versions[Math.max(0, Math.min(last, to))]
    setQuery({ at: to >= last ? undefined : version?.resourceVersion })
  }
  const act = (options: { force?: boolean; dryRun?: boolean }) => () => {
    if (active) void lab.apply(active.name, options)
  }
  const add = (): void => {
    const manager = naming.trim()
    if (!manager) return
    lab.addManager(manager)
    setNaming('')
    setQuery({ who: manager })
    // Where its editor is there already; a new one takes the focus when it comes.
    editors.current.get(manager)?.()
    setFresh(manager)
  }
  const applyNow = useRef(lab.apply)
  applyNow.current = lab.apply
  const there = lab.live === undefined ? '' : lab.managers.map(({ name: each }) => each).join('\n')
  // Whoever came by a button that promised a conflict sees it open. The apply is refused, so nothing changes.
  useEffect(() => {
    for (const manager of there.split('\n'))
      if (manager && takePromise(`apply ${manager}`)) void applyNow.current(manager)
  }, [there])
  const showWays = (manager: string): void => {
    setQuery({ who: manager })
    document.getElementById(waysId(manager))?.scrollIntoView({ block: 'center' })
  }
  const whose = active ? ` as ${active.name}` : ''
  const section = 'Apply lab'
  useKeys([
    { keys: 'a', title: `Apply${whose}`, section, run: act({}) },
    { keys: 'f', title: `Force${whose}`, section, run: act({ force: true }) },
    { keys: 'd', title: `Dry run${whose}`, section, run: act({ dryRun: true }) },
    {
      keys: 'w',
      title: 'Withdraw',
      section,
      run: () => document.querySelector<HTMLElement>('[data-active] [aria-keyshortcuts="w"]')?.click(),
    },
    { keys: 'n', title: 'Add a manager', section, run: () => newName.current?.focus() },
    { keys: 'o', title: 'Focus the object', section, run: () => document.getElementById('lab-object')?.focus() },
    { keys: '[', title: 'Previous version', section, run: () => step(at - 1) },
    { keys: ']', title: 'Next version', section, run: () => step(at + 1) },
    { keys: 'l', title: 'Show the latest version', section, run: () => step(last) },
    { keys: 'x', title: 'Export as commands', section, run: () => setQuery({ export: 'orchctl' }) },
    ...(hasReplicas
      ? [{ keys: 'u', title: 'Write as autoscaler', section, run: () => void autoscale.current?.() }]
      : []),
    ...lab.managers.slice(0, 9).map((manager, i) => ({
      keys: String(i + 1),
      title: `Edit the manifest of ${manager.name}`,
      section,
      run: () => editors.current.get(manager.name)?.(),
    })),
    {
      keys: 'Escape',
      title: 'Back to the latest version',
      section,
      run: () => {
        if (preview) lab.clearOutcome(preview.name)
        else step(last)
      },
    },
  ])
  const card = (i: number) => {
    const manager = lab.managers[i]
    return (
      manager && (
        <ManagerCard
          key={manager.name}
          lab={lab}
          manager={manager}
          at={i + 1}
          active={manager === active}
          entered={manager.name === fresh}
          onActive={() => active !== manager && setQuery({ who: manager.name })}
          register={(focus) => editors.current.set(manager.name, focus)}
        />
      )
    )
  }
  const numbers = lab.managers.map((_, i) => i)
  const form = EXPORT_FORMS.find(({ value }) => value === query['export'])?.value
  const situation = situationOf(namespace, info.resource, name)
  const isExample = name === EXAMPLE.name && namespace === EXAMPLE.namespace
  return (
    <div className="o-page">
      <PageHead
        title={name}
        about={
          <>
            See which manager owns each field of this {info.kind}
            {namespace && (
              <>
                {' '}
                in <code>{namespace}</code>
              </>
            )}
            . Edit a manager’s manifest and apply it.
          </>
        }
        crumbs={
          <nav className="o-small" aria-label="Breadcrumb">
            <Go place={{ to: '/apply' }}>Apply lab</Go>
          </nav>
        }
      >
        {phase === 'live' && lab.live && <Verdict tone="allowed">live</Verdict>}
        <LabUndo lab={lab} />
        {isExample && <ExampleButton startOver onDone={() => setQuery({ at: undefined })} />}
        {situation && <SituationButton situation={situation} again />}
        <Go className="o-lab-link" place={objectPlace(info, namespace, name, { tab: 'yaml' })}>
          Open in Explore
        </Go>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() => setQuery({ export: 'orchctl' })}
        >
          Export
        </Button>
      </PageHead>
      <DisputeBar lab={lab} advice={situation?.advice} onOpen={showWays} />
      <div className="o-page-body o-lab">
        <div className="o-lab-sides">
          <div className="o-lab-side o-lab-left">
            {numbers.filter((i) => i % 2 === 0).map(card)}
            <form
              className="o-row o-lab-new"
              onSubmit={(event) => {
                event.preventDefault()
                add()
              }}
            >
              <TextInput
                ref={newName}
                size="xs"
                className="o-grow"
                aria-label="New manager name"
                placeholder="New manager"
                value={naming}
                spellCheck={false}
                onChange={(event) => setNaming(event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
              />
              <Button size="xs" variant="default" type="submit" leftSection={<Icon name="plus" size={12} />}>
                Add
              </Button>
            </form>
            {lab.managers.length < 2 && lab.live && <Others lab={lab} />}
          </div>
          <div className="o-lab-side o-lab-right">
            {numbers.filter((i) => i % 2 === 1).map(card)}
            {hasReplicas && (
              <>
                <AutoscalerCard lab={lab} scales={scales} register={(write) => (autoscale.current = write)} />
                <HandOverPanel lab={lab} person={person} onWrite={() => void autoscale.current?.()} />
              </>
            )}
            <WriterCard lab={lab} />
          </div>
        </div>
        <div className="o-lab-middle">
          {phase === 'failed' && <ErrorMessage error={error} />}
          <Timeline lab={lab} versions={versions} at={at} onStep={step} />
          {phase === 'loading' && <Loading lines={16} />}
          {phase !== 'loading' && !shown && (
            <Empty title={`${name} does not exist yet`} icon="apply">
              The first apply creates it. Add a manager, write its manifest and apply.
            </Empty>
          )}
          {shown && (
            <ObjectView
              lab={lab}
              object={previewed ?? shown.object}
              before={previewed ? lab.live : versions[at - 1]?.object}
              only={undefined}
              active={active?.name}
              note={
                previewed
                  ? `Dry run of ${preview?.name ?? ''}. Press Escape to show the stored object.`
                  : shown.gone
                    ? 'Deleted. Showing the last version.'
                    : at < last
                      ? `Version ${shown.resourceVersion} is not the latest. Press l to show the latest.`
                      : undefined
              }
            />
          )}
          {previewed && preview && (
            <PreviewPanel lab={lab} before={versions[last]} object={previewed} by={preview.name} />
          )}
          <HistoryPanel lab={lab} versions={versions} at={at} onStep={step} />
        </div>
      </div>
      {form && (
        <ExportDialog
          lab={lab}
          form={form}
          onForm={(value) => setQuery({ export: value })}
          onClose={() => setQuery({ export: undefined })}
        />
      )}
    </div>
  )
}

/** What to do when only one manager applies, or none. */
function Others({ lab }: { readonly lab: ReturnType<typeof useLab> }) {
  const updates = lab.owners.filter(({ operation }) => operation === 'Update')
  return (
    <p className="o-small o-dim">
      {lab.managers.length === 0
        ? `No manager applies this object${updates.length ? ` (updated by ${updates.map(({ name }) => name).join(', ')})` : ''}. Add a manager to start.`
        : 'Add a second manager to see shared ownership and conflicts.'}
    </p>
  )
}
