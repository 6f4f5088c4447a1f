import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, refused } from '../shared/request'

const INGRESSES = { group: 'networking.orch.io', resource: 'ingresses' }
const CLASSES = { group: 'networking.orch.io', resource: 'ingressclasses' }
const DEFAULT_ANNOTATION = 'ingressclass.orch.io/is-default-class'
const CLASS_ANNOTATION = 'orch.io/ingress.class'

/** Sets the default class on new ingresses without one (admission document, DefaultIngressClass). */
export const defaultIngressClass = ({ reader }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'DefaultIngressClass',
  operations: ['CREATE'],
  admit(request) {
    const { object } = request
    if (!object || !isAbout(request, INGRESSES)) return
    const spec = (object.spec ??= {}) as { ingressClassName?: string }
    if (spec.ingressClassName !== undefined) return
    if (object.metadata.annotations && Object.hasOwn(object.metadata.annotations, CLASS_ANNOTATION)) return
    const defaults = reader
      .list(CLASSES)
      .filter(({ metadata }) => metadata.annotations?.[DEFAULT_ANNOTATION] === 'true')
    if (defaults.length > 1)
      throw refused(
        request,
        `Internal error occurred: ${defaults.length} default IngressClasses were found, only 1 allowed`,
      )
    const name = defaults[0]?.metadata.name
    if (name !== undefined) spec.ingressClassName = name
  },
})
