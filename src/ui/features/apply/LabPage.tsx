import { useRef, useState } from 'react'
import { at as valueAt } from '../../../machinery/json'
import { Go } from '../../components/Go'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { apiVersionFor, findResource } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { labKey } from '../../state/lab-place'
import { groupFromPath, usePathState, useQueryState, useSetQuery } from '../../state/place'
import { useSessionDraft } from '../../state/session-draft'
import { AutoscalerCard } from './AutoscalerCard'
import { EXAMPLE } from './example'
import { DisputeBar } from './DisputeBar'
import { EXPORT_FORMS, ExportDialog } from './ExportDialog'
import { waysId } from './ConflictPanel'
import { HandOverPanel } from './HandOverPanel'
import { ManagerCard } from './ManagerCard'
import { situationOf } from './situations'
import { useLab } from './use-lab'
import { WriterCard } from './WriterCard'
import './apply.css'
import { LabHead } from './LabHead'
import { useLabKeys } from './use-lab-keys'
import { NewManagerForm } from './NewManagerForm'
import { LabMiddle } from './LabMiddle'
import { usePromisedApply } from './use-promised-apply'
import { useReplicaClaimant } from './use-replica-claimant'
import type { LabTarget, Manager } from './lab'

/** The lab for the object in the address. */
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
  if (discovery.isPending || discovery.isPlaceholderData) return <Loading label="Reading discovery" />
  if (discovery.isError) return <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />
  return (
    <Empty
      title={`${group || 'core'}/${path['version'] ?? ''} ${path['resource'] ?? ''} is not served`}
      icon="search"
      actions={<Go place={{ to: '/apply' }}>Open another object</Go>}
    >
      It may need another release, or its CustomResourceDefinition was deleted.
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
  const [naming, setNaming, dropNaming] = useSessionDraft(`${labKey(info, namespace, name)}manager`, '')
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
  const person = useReplicaClaimant({ lab, active, handing })

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
    dropNaming()
    setQuery({ who: manager })
    // Focuses an existing editor; a new one focuses itself.
    editors.current.get(manager)?.()
    setFresh(manager)
  }
  usePromisedApply({ lab })
  const showWays = (manager: string): void => {
    setQuery({ who: manager })
    document.getElementById(waysId(manager))?.scrollIntoView({ block: 'center' })
  }
  const whose = active ? ` as ${active.name}` : ''
  const section = 'Apply lab'
  useLabKeys({ whose, section, act, newName, step, at, last, setQuery, hasReplicas, autoscale, lab, editors, preview })
  const cards: CardsProps = {
    lab,
    active,
    fresh,
    onActive: (who) => setQuery({ who }),
    register: (manager, focus) => editors.current.set(manager, focus),
  }
  const form = EXPORT_FORMS.find(({ value }) => value === query['export'])?.value
  const situation = situationOf(namespace, info.resource, name)
  const isExample = name === EXAMPLE.name && namespace === EXAMPLE.namespace
  return (
    <div className="o-page o-lab-page">
      <LabHead
        name={name}
        info={info}
        namespace={namespace}
        phase={phase}
        lab={lab}
        isExample={isExample}
        situation={situation}
      />
      <DisputeBar lab={lab} advice={situation?.advice} onOpen={showWays} />
      <div className="o-page-body o-lab">
        <div className="o-lab-sides">
          <div className="o-lab-side o-lab-left">
            <ManagerCards parity={0} {...cards} />
            <NewManagerForm add={add} newName={newName} naming={naming} setNaming={setNaming} />
            {lab.managers.length < 2 && lab.live && <Others lab={lab} />}
          </div>
          <div className="o-lab-side o-lab-right">
            <ManagerCards parity={1} {...cards} />
            {hasReplicas && (
              <>
                <AutoscalerCard lab={lab} scales={scales} register={(write) => (autoscale.current = write)} />
                <HandOverPanel lab={lab} person={person} onWrite={() => void autoscale.current?.()} />
              </>
            )}
            <WriterCard lab={lab} />
          </div>
        </div>
        <LabMiddle
          phase={phase}
          error={error}
          lab={lab}
          versions={versions}
          at={at}
          step={step}
          shown={shown}
          name={name}
          previewed={previewed}
          active={active}
          preview={preview}
          last={last}
        />
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

interface CardsProps {
  readonly lab: ReturnType<typeof useLab>
  readonly active: Manager | undefined
  /** The manager added last, whose editor takes the focus. */
  readonly fresh: string | undefined
  readonly onActive: (manager: string) => void
  readonly register: (manager: string, focus: (() => void) | undefined) => void
}

/** Every second manager, for one side of the page. */
function ManagerCards({ parity, lab, active, fresh, onActive, register }: CardsProps & { readonly parity: 0 | 1 }) {
  return lab.managers.map(
    (manager, i) =>
      i % 2 === parity && (
        <ManagerCard
          key={manager.name}
          lab={lab}
          manager={manager}
          at={i + 1}
          active={manager === active}
          entered={manager.name === fresh}
          onActive={() => manager !== active && onActive(manager.name)}
          register={(focus) => register(manager.name, focus)}
        />
      ),
  )
}

/** Suggestions while at most one manager applies. */
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
