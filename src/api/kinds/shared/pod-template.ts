import { FieldPath, forbidden } from '../../../machinery/field-error'
import { addAll } from '../../../machinery/lists'
import { annotationKeyErrors } from '../../../machinery/object-meta'
import type { KindContext } from '../../kind-context'
import { type Errors, labels } from '../meta/rules'
import type { PodTemplate } from './pod-types'
import { validateSeccompAgreement } from './seccomp'
import { validatePodAnnotations } from './pod-annotations'
import { validatePodSpec } from './pod-spec'

/** Validates a pod template: labels, annotations, spec, and no ephemeral containers. */
export function validatePodTemplate(template: PodTemplate, field: string, context: KindContext, errors: Errors): void {
  const { labels: ofTemplate, annotations } = template.metadata ?? {}
  labels(ofTemplate, `${field}.labels`, errors)
  addAll(errors, annotationKeyErrors(annotations, FieldPath.of(field).child('annotations')))
  const spec = template.spec ?? {}
  validatePodAnnotations(annotations, spec, `${field}.annotations`, context.release, errors)
  validatePodSpec(spec, `${field}.spec`, context, errors)
  validateSeccompAgreement(annotations, spec, `${field}.spec`, context.release, errors)
  if ((spec.ephemeralContainers ?? []).length > 0)
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'))
}

/** Validates a template that must use restart policy Always: of all workloads except jobs. `kind` appears in messages. */
export function validateLastingTemplate(template: PodTemplate, field: string, kind: string, errors: Errors): void {
  const policy = template.spec?.restartPolicy
  if (policy !== undefined && policy !== 'Always')
    errors.push({
      reason: 'FieldValueNotSupported',
      field: `${field}.spec.restartPolicy`,
      message: `Unsupported value: "${policy}": supported values: "Always"`,
    })
  if (template.spec?.activeDeadlineSeconds !== undefined)
    errors.push(forbidden(`${field}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`))
}
