import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { labelsText } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { validatePodTemplate } from '../../shared/pod-template'
import { podWarnings } from '../../shared/pod-warnings'

const read = (object: ApiObject): Draft<core.PodTemplate> => asDraft<core.PodTemplate>(object)

/** A stored template for pods. */
export const podTemplate: KindBehaviour = {
  group: '',
  resource: 'podtemplates',
  kind: 'PodTemplate',
  metadataPasses: [1, 0],
  defaults(object, _version, served) {
    const draft = asDraft<core.PodTemplate>(object)
    draft.template = defaultPodTemplate(draft.template, served)
  },
  validate(object, context) {
    const errors: Errors = []
    validatePodTemplate(asDraft<core.PodTemplate>(object).template ?? {}, 'template', context, errors)
    return errors
  },
  warnings(object, { release }) {
    const { template = {} } = asDraft<core.PodTemplate>(object)
    return podWarnings(template.spec ?? {}, template.metadata, 'template.spec', release)
  },
  deleteReturnsObject: true,
  ...tableOf(read, ...containerColumns<Draft<core.PodTemplate>>(({ template }) => template?.spec, {}), [
    'Pod Labels',
    'string',
    ({ template }) => labelsText(template?.metadata?.labels),
  ]),
}
