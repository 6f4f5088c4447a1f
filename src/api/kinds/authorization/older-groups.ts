/** SubjectAccessReview and LocalSubjectAccessReview of authorization.orch.io/v1beta1: `group` became `groups`. */
import { renaming, type Conversion } from '../../conversion/parts'

export const accessReview: Conversion = renaming(['spec'], { group: 'groups' })
