import { Button, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { RELEASES } from '../../../api/releases'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { type ParsedDocument, parseDocuments } from '../../components/editor/documents'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { useRelease } from '../../queries/flags'
import { useDrafts } from '../../state/drafts'
import { useQueryState, useSetQuery } from '../../state/place'
import { Panel } from '../../components/Panel'
import { harden, type Hardened } from './harden'
import { HardenedPart } from './HardenedPart'
import { CHECKED, type Checked, type ControlRow, controlRows, failsAt, fitFor, podSubject } from './pod-levels'
import { RISKY, SAFE } from './pod-security-examples'
import { PodSecurityLevels } from './PodSecurityLevels'

const DRAFT = 'admission/pod-security'
const minorOf = (text: string | undefined): number | undefined => {
  const minor = Number(/1\.(\d+)/.exec(text ?? '')?.[1])
  return RELEASES.some((release) => release.minor === minor) ? minor : undefined
}

/** The fields that violate a control, marked in the text. */
function marksOf(
  text: string,
  document: ParsedDocument | undefined,
  prefix: string,
  rows: readonly ControlRow[],
): Mark[] {
  if (document?.problem) return [{ ...document.problem, severity: 'error' }]
  return rows.flatMap(({ control, levels }) => {
    const violation = levels.restricted?.violation ?? levels.baseline?.violation
    return (violation?.fields ?? []).map((field) => ({
      ...fieldPosition(text, prefix + field, document?.index),
      message: `${control.title}: ${violation?.reason ?? ''}`,
      severity: levels.baseline?.violation ? ('error' as const) : ('warning' as const),
    }))
  })
}

/** A manifest checked against all levels: which control fails, where and why. */
export function PodSecurityView() {
  const text = useDrafts((state) => state.drafts[DRAFT]?.text) ?? RISKY
  const { keep, drop } = useDrafts.getState()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const serving = minorOf(useRelease())
  const release = minorOf(query['release']) ?? serving ?? 25
  const [document] = useMemo(() => parseDocuments(text), [text])
  const pod = useMemo(() => document?.object && podSubject(document.object), [document])
  const rows = useMemo(() => (pod ? controlRows(pod.subject, release) : []), [pod, release])
  const fit = pod && fitFor(rows)
  const marks = useMemo(() => marksOf(text, document, pod?.prefix ?? '', rows), [text, document, pod, rows])
  const write = (next: string): void => (next === RISKY ? drop(DRAFT) : keep(DRAFT, next))
  const [hardened, setHardened] = useState<Hardened>()
  const make = (level: Checked): void => {
    const made = harden(text, document?.index ?? 0, level, release)
    if (!made) return
    setHardened(made)
    write(made.after)
  }
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
              onClick={() => write(RISKY)}
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
          <>
            {failsAt(rows, 'restricted') && (
              <div className="o-panel-body o-row wrap">
                {CHECKED.filter((level) => failsAt(rows, level)).map((level) => (
                  <Button
                    key={level}
                    variant={level === 'restricted' ? 'filled' : 'default'}
                    leftSection={<Icon name="access" size={14} />}
                    onClick={() => make(level)}
                  >
                    Make it {level}
                  </Button>
                ))}
              </div>
            )}
            {hardened?.after === text && <HardenedPart hardened={hardened} onUndo={() => write(hardened.before)} />}
            <PodSecurityLevels rows={rows} fit={fit} prefix={pod?.prefix ?? ''} />
          </>
        )}
      </Panel>
    </div>
  )
}
