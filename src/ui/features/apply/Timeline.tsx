import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Icon } from '../../components/Icon'
import { markClass } from '../../components/ownership/mark-class'
import { Tip } from '../../components/Tip'
import { authorsOf } from '../../components/ownership/history'
import type { Version } from '../../queries/object-history'
import { storyOf } from './version-story'
import type { Lab } from './lab'

/** Number of versions in the table of owners. */
export const SPAN = 10

/** The versions of an object, and the selected one. */
export interface TimelineProps {
  readonly lab: Lab
  readonly versions: readonly Version[]
  /** Index of the selected version. */
  readonly at: number
  readonly onStep: (to: number) => void
}

/** The versions as a row of steps, one of them selected. */
export function Timeline({ lab, versions, at, onStep }: TimelineProps) {
  const row = useRef<HTMLOListElement>(null)
  useEffect(() => {
    row.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, versions.length])
  if (versions.length === 0) return null
  const last = versions.length - 1
  return (
    <nav className="o-lab-timeline" aria-label="Versions">
      <Tip label="Previous version ( [ )">
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Previous version"
          disabled={at <= 0}
          onClick={() => onStep(at - 1)}
        >
          <Icon name="undo" />
        </ActionIcon>
      </Tip>
      <ol ref={row} tabIndex={-1}>
        {versions.map((version, i) => {
          const marks = authorsOf(versions[i - 1], version).flatMap((name) => lab.marks.get(name) ?? [])
          return (
            <li key={version.resourceVersion + String(version.gone)}>
              <button
                type="button"
                aria-current={i === at ? 'step' : undefined}
                aria-label={`Version ${version.resourceVersion}: ${storyOf(lab, versions, i)}`}
                title={`${version.resourceVersion}: ${storyOf(lab, versions, i)}`}
                onClick={() => onStep(i)}
              >
                <span className={`o-lab-step ${markClass(marks)}`} data-gone={version.gone || undefined} />
                <span className="o-num">{version.resourceVersion}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <Tip label="Next version ( ] )">
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Next version"
          disabled={at >= last}
          onClick={() => onStep(at + 1)}
        >
          <Icon name="step" />
        </ActionIcon>
      </Tip>
      <Button variant={at === last ? 'light' : 'default'} onClick={() => onStep(last)} aria-keyshortcuts="l">
        Now
      </Button>
    </nav>
  )
}
