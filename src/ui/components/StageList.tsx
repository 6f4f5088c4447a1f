import { Button } from '@mantine/core'
import { useState } from 'react'
import { stringify } from 'yaml'
import type { StageName, TraceStep } from '../../server/trace'
import { Diff } from './Diff'
import { Icon } from './Icon'
import { milliseconds } from './time'
import { toneOf, Verdict } from './Verdict'

const STAGES: readonly StageName[] = [
  'request info',
  'authentication',
  'audit',
  'impersonation',
  'authorization',
  'decoding',
  'defaulting',
  'mutating admission',
  'apply',
  'validation',
  'validating admission',
  'store',
  'watchers',
  'response',
]

const VERDICTS: Record<TraceStep['verdict'], string> = {
  passed: 'passed',
  allowed: 'allowed',
  refused: 'refused',
  changed: 'changed',
  none: 'no opinion',
}

/** The stages of a trace, including those that were not reached. */
export function StageList({ steps, total }: { readonly steps: readonly TraceStep[]; readonly total: number }) {
  const refusedAt = steps.findIndex((step) => step.verdict === 'refused')
  const lastStage = refusedAt >= 0 ? STAGES.indexOf(steps[refusedAt]?.stage ?? 'response') : STAGES.length
  const unreached =
    refusedAt >= 0 ? STAGES.slice(lastStage + 1).filter((stage) => !steps.some((step) => step.stage === stage)) : []
  return (
    <ol className="o-way" aria-label="Stages">
      {steps.map((step, i) => (
        <Step key={i} step={step} total={total} />
      ))}
      {unreached.length > 0 && (
        <li>
          <span className="dot">
            <Icon name="none" size={11} />
          </span>
          <div className="line unreached">
            <span>Not reached</span>
            <span>{unreached.join(' → ')}</span>
            <span />
          </div>
        </li>
      )}
    </ol>
  )
}

function Step({ step, total }: { readonly step: TraceStep; readonly total: number }) {
  const changed = step.before !== undefined || step.after !== undefined
  const [open, setOpen] = useState(step.verdict === 'changed' && changed && step.stage !== 'store')
  const tone = toneOf(step.verdict)
  return (
    <li className={`o-tone-${tone}`}>
      <span className="dot">
        <Icon
          name={tone === 'refused' ? 'cross' : tone === 'changed' ? 'changed' : tone === 'allowed' ? 'check' : 'none'}
          size={11}
        />
      </span>
      <div className="line">
        <span>
          {step.stage}
          {step.by && <div className="o-dim o-tiny o-break">{step.by}</div>}
        </span>
        <span className="o-break">
          {step.verdict !== 'passed' && (
            <>
              <Verdict tone={tone}>{VERDICTS[step.verdict]}</Verdict>{' '}
            </>
          )}
          <span className="o-dim o-lines">{step.reason}</span>{' '}
          {changed && (
            <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Hide change' : 'Show change'}
            </Button>
          )}
        </span>
        <span className="ms" title={`${total > 0 ? Math.round((step.durationMs / total) * 100) : 0} % of the request`}>
          {milliseconds(step.durationMs)}
        </span>
      </div>
      {open && changed && (
        <div className="o-pad-end">
          <Diff
            before={step.before === undefined ? '' : stringify(step.before)}
            after={step.after === undefined ? '' : stringify(step.after)}
            label={`Change by ${step.by ?? step.stage}`}
          />
        </div>
      )}
    </li>
  )
}
