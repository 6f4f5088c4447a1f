import { Button, Select } from '@mantine/core'
import { useMemo } from 'react'
import { RELEASES } from '../../../api/releases'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { parseDocuments } from '../../components/editor/documents'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useRelease } from '../../queries/flags'
import { useDrafts } from '../../state/drafts'
import { useQueryState, useSetQuery } from '../../state/place'
import { Panel } from '../../components/Panel'
import { CHECKED, type ControlRow, controlRows, fitFor, podSubject } from './pod-levels'
import { LEVELS } from '../../../api/pod-security/control'

const DRAFT = 'admission/pod-security'
const EXAMPLE = `# A pod that can take over its node.
apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    runAsNonRoot: true
  containers:
    - name: agent
      image: registry.example/agent:2.0
      securityContext:
        privileged: true
        capabilities:
          add: [NET_ADMIN]
      volumeMounts:
        - name: root
          mountPath: /host
  volumes:
    - name: root
      hostPath:
        path: /
`
const SAFE = `# Meets the restricted level.
apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  securityContext:
    runAsNonRoot: true
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: web
      image: registry.example/shop:1.4
      securityContext:
        allowPrivilegeEscalation: false
        capabilities:
          drop: [ALL]
`

const minorOf = (text: string | undefined): number | undefined => {
  const minor = Number(/1\.(\d+)/.exec(text ?? '')?.[1])
  return RELEASES.some((release) => release.minor === minor) ? minor : undefined
}

/** A manifest checked against all levels: which control fails, where and why. */
export function PodSecurityView() {
  const text = useDrafts((state) => state.drafts[DRAFT]?.text) ?? EXAMPLE
  const { keep, drop } = useDrafts.getState()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const serving = minorOf(useRelease())
  const release = minorOf(query['release']) ?? serving ?? 25
  const [document] = useMemo(() => parseDocuments(text), [text])
  const pod = useMemo(() => document?.object && podSubject(document.object), [document])
  const rows = useMemo(() => (pod ? controlRows(pod.subject, release) : []), [pod, release])
  const fit = pod && fitFor(rows)
  const marks = useMemo((): Mark[] => {
    if (document?.problem) return [{ ...document.problem, severity: 'error' }]
    if (!pod) return []
    return rows.flatMap(({ control, levels }) => {
      const violation = levels.restricted?.violation ?? levels.baseline?.violation
      return (violation?.fields ?? []).map((field) => ({
        ...fieldPosition(text, pod.prefix + field),
        message: `${control.title}: ${violation?.reason ?? ''}`,
        severity: levels.baseline?.violation ? ('error' as const) : ('warning' as const),
      }))
    })
  }, [document, pod, rows, text])
  const write = (next: string): void => (next === EXAMPLE ? drop(DRAFT) : keep(DRAFT, next))
  return (
    <div className="o-adm-two">
      <Panel
        title="Manifest"
        actions={
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="example" size={14} />}
              onClick={() => write(EXAMPLE)}
            >
              Risky example
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="example" size={14} />}
              onClick={() => write(SAFE)}
            >
              Safe example
            </Button>
          </>
        }
      >
        <div className="o-adm-editor tall">
          <LazyYamlEditor id="pod-security" label="Manifest to check" value={text} onChange={write} marks={marks} />
        </div>
      </Panel>
      <Panel
        title="Levels"
        actions={
          <Select
            w={120}
            aria-label="Release of the rules"
            allowDeselect={false}
            value={String(release)}
            onChange={(value) => setQuery({ release: Number(value) === serving ? undefined : `1.${value ?? ''}` })}
            data={RELEASES.map(({ name, minor }) => ({ value: String(minor), label: name }))}
          />
        }
      >
        {fit === undefined ? (
          <Empty title="No pod" icon="admission">
            Enter a Pod, or a workload with a pod template.
          </Empty>
        ) : (
          <Levels rows={rows} fit={fit} prefix={pod?.prefix ?? ''} />
        )}
      </Panel>
    </div>
  )
}

function Levels({
  rows,
  fit,
  prefix,
}: {
  readonly rows: readonly ControlRow[]
  readonly fit: string
  readonly prefix: string
}) {
  const failing = rows.filter(({ levels }) => levels.baseline?.violation ?? levels.restricted?.violation)
  const passing = rows.filter((row) => !failing.includes(row))
  return (
    <>
      <p className="o-panel-body o-adm-message" aria-live="polite">
        Meets: <strong>{fit}</strong>
        {fit === 'restricted' ? ', the strictest level.' : `. ${failing.length} of ${rows.length} checks fail.`}
      </p>
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of controls">
        <table className="o-table o-adm-levels">
          <thead>
            <tr>
              <th scope="col">Control</th>
              {LEVELS.map((level) => (
                <th key={level} scope="col">
                  {level}
                </th>
              ))}
            </tr>
          </thead>
          {[...failing, ...passing].map((row) => (
            <ControlPart key={row.control.id} row={row} prefix={prefix} />
          ))}
        </table>
      </div>
    </>
  )
}

function ControlPart({
  row: { control, levels, stricter },
  prefix,
}: {
  readonly row: ControlRow
  readonly prefix: string
}) {
  const violation = levels.baseline?.violation ?? levels.restricted?.violation
  return (
    <tbody>
      <tr>
        <th scope="row">{control.title}</th>
        <td className="o-dim">not checked</td>
        {CHECKED.map((level) => (
          <td key={level}>
            {levels[level] === undefined ? (
              <span className="o-dim">
                {level === 'restricted' && stricter.length > 0 ? `same as ${stricter.join(', ')}` : 'not checked'}
              </span>
            ) : (
              <Verdict tone={levels[level].violation ? 'refused' : 'allowed'}>
                {levels[level].violation ? 'fails' : 'passes'}
              </Verdict>
            )}
          </td>
        ))}
      </tr>
      {violation && (
        <tr className="why">
          <td colSpan={1 + LEVELS.length}>
            <div className="o-small o-tone o-tone-refused o-break">{violation.detail}</div>
            {violation.fields.map((field) => (
              <code key={field} className="o-tiny o-dim o-break o-block">
                {prefix + field}
              </code>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
}
