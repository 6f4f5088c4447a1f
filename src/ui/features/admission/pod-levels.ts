import type { Control, Level } from '../../../api/pod-security/control'
import { CONTROLS, evaluateLevel } from '../../../api/pod-security/controls'
import type { Subject, Violation } from '../../../api/pod-security/subject'
import { at, isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'

/** Path of the pod, or of the pod template, by kind. */
const TEMPLATES: Readonly<Record<string, string>> = {
  Pod: '',
  PodTemplate: 'template',
  ReplicationController: 'spec.template',
  ReplicaSet: 'spec.template',
  Deployment: 'spec.template',
  StatefulSet: 'spec.template',
  DaemonSet: 'spec.template',
  Job: 'spec.template',
  CronJob: 'spec.jobTemplate.spec.template',
}

/** A pod, or the pod template of a workload, to be checked. */
export interface PodSubject {
  readonly subject: Subject
  /** Prefix for the field paths of violations. */
  readonly prefix: string
}

/** The pod in a manifest; undefined for kinds without one. */
export function podSubject(object: ApiObject): PodSubject | undefined {
  const path = Object.hasOwn(TEMPLATES, object.kind ?? '') ? TEMPLATES[object.kind ?? ''] : undefined
  if (path === undefined) return undefined
  const pod = path === '' ? object : at(object, ...path.split('.'))
  const { metadata, spec } = isObject(pod) ? pod : {}
  const annotations = isObject(metadata) && isObject(metadata.annotations) ? metadata.annotations : {}
  return {
    subject: {
      annotations: annotations as Record<string, string>,
      spec: isObject(spec) ? spec : {},
    },
    prefix: path === '' ? '' : `${path}.`,
  }
}

/** Levels of pod security that have controls. */
export type Checked = Exclude<Level, 'privileged'>
/** Levels of pod security that have controls, the weaker first. */
export const CHECKED: readonly Checked[] = ['baseline', 'restricted']

/** The result of a control per level; `undefined` where a level does not require it. */
export interface ControlRow {
  readonly control: Control
  readonly levels: Readonly<Record<Checked, { readonly violation: Violation | undefined } | undefined>>
  /** Titles of stricter controls that cover the same at the restricted level. */
  readonly stricter: readonly string[]
}

/** Every control that a level requires in a release, with its findings. */
export function controlRows(subject: Subject, release: number): ControlRow[] {
  const results = CHECKED.map((level) => evaluateLevel({ level, version: 'latest' }, subject, release))
  const find = (control: Control, i: number) => {
    const result = results[i]?.find((one) => one.control.id === control.id)
    return result && { violation: result.violation }
  }
  return CONTROLS.map((control) => ({
    control,
    levels: { baseline: find(control, 0), restricted: find(control, 1) },
    stricter: (results[1] ?? []).flatMap((other) =>
      other.control.overrides?.includes(control.id) ? [other.control.title] : [],
    ),
  })).filter(({ levels }) => levels.baseline ?? levels.restricted)
}

/** Whether a pod fails a control of a level. */
export const failsAt = (rows: readonly ControlRow[], level: Checked): boolean =>
  rows.some(({ levels }) => levels[level]?.violation)

/** The strictest level that a pod meets. */
export const fitFor = (rows: readonly ControlRow[]): Level =>
  !failsAt(rows, 'restricted') ? 'restricted' : !failsAt(rows, 'baseline') ? 'baseline' : 'privileged'
