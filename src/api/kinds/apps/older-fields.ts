/** Deployment and DaemonSet of the versions removed in 1.16: fields without counterpart in apps/v1 are stored in an annotation. */
import { goNumberProblem, isInt64 } from '../../../machinery/go-number'
import { isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { annotated, annotationOf, changeAt, without, type Conversion } from '../../conversion/parts'

/** Annotation that keeps `spec.rollbackTo` of old deployments. */
export const ROLLBACK = 'deprecated.deployment.rollback.to'
/** Annotation that keeps `spec.templateGeneration` of old daemon sets. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^(?:0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined
const specOf = (object: ApiObject): JsonObject => (isObject(object.spec) ? object.spec : {})

/** Why an annotation that stands for a number can't be read as one. */
export const unreadableNumber =
  (annotation: string) =>
  (object: ApiObject): string | undefined => {
    const text = annotationOf(object, annotation)
    return text === undefined || isInt64(text) ? undefined : goNumberProblem('ParseInt', text)
  }

/** `spec.rollbackTo` of extensions/v1beta1 and apps/v1beta1. */
export const rollback: Conversion = {
  toHub: (object) => {
    const { rollbackTo } = specOf(object)
    if (!isObject(rollbackTo)) return object
    const revision = typeof rollbackTo.revision === 'number' ? rollbackTo.revision : 0
    return annotated(
      changeAt(object, ['spec'], (spec) => without(spec, 'rollbackTo')),
      { [ROLLBACK]: String(revision) },
    )
  },
  fromHub: (object) => {
    const revision = wholeNumber(annotationOf(object, ROLLBACK))
    if (revision === undefined) return object
    const bare = annotated(object, { [ROLLBACK]: undefined })
    return { ...bare, spec: { ...specOf(bare), rollbackTo: revision === 0 ? {} : { revision } } }
  },
}

/** `spec.templateGeneration` of extensions/v1beta1. */
export const templateGeneration: Conversion = {
  toHub: (object) => {
    const { templateGeneration: generation } = specOf(object)
    if (typeof generation !== 'number') return object
    return annotated(
      changeAt(object, ['spec'], (spec) => without(spec, 'templateGeneration')),
      { [TEMPLATE_GENERATION]: String(generation) },
    )
  },
  fromHub: (object) => {
    const generation = wholeNumber(annotationOf(object, TEMPLATE_GENERATION))
    if (generation === undefined) return object
    const bare = annotated(object, { [TEMPLATE_GENERATION]: undefined })
    return { ...bare, spec: { ...specOf(bare), templateGeneration: generation } }
  },
}
