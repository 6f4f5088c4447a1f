import type * as core from 'kt126/core/v1'
import type { KindBehaviour } from '../../../kind'
import { columns, containerCells, labelsText } from '../../meta/columns'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { validatePodTemplate } from '../../shared/pod-spec'
import { podWarnings } from '../../shared/pod-warnings'

/** A template kept for later use. */
export const podTemplate: KindBehaviour = {
  group: '',
  resource: 'podtemplates',
  kind: 'PodTemplate',
  defaults(object) {
    const draft = asDraft<core.PodTemplate>(object)
    draft.template = defaultPodTemplate(draft.template)
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
  columns: columns('Containers', 'Images', 'Pod Labels'),
  cells(object) {
    const { template } = asDraft<core.PodTemplate>(object)
    return [...containerCells(template?.spec), labelsText(template?.metadata?.labels)]
  },
}
