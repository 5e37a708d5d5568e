-- The meaning of each exported column, for everybody who reads the database. The README of an export repeats it.

comment on column account.id is 'Account';
comment on column account.full_name is 'Name';
comment on column account.email is 'E-mail address';
comment on column account.phone is 'Phone number';
comment on column account.sign_in_phone is 'Phone number that they log in with';
comment on column account.status is 'Active or Deactivated';
comment on column account.notification_method is 'How they want to be told';
comment on column account.language is 'Language of their messages';
comment on column account.created_at is 'When the account was made';
comment on column account.deactivated_at is 'When it was closed';

comment on column person.id is 'Person';
comment on column person.number is 'Number, in order';
comment on column person.full_name is 'Name';
comment on column person.given_names is 'Given names, if they are known';
comment on column person.family_name is 'Family name, if it is known';
comment on column person.former_names is 'Names that they had before';
comment on column person.naming is 'named, or unknown or baby while the name is made up';
comment on column person.mother_id is 'Mother of a baby';
comment on column person.birth_order is 'Order of birth among twins, from 1';
comment on column person.sex is 'male or female';
comment on column person.birth_date is 'Date of birth; for an estimate the latest day that fits the age';
comment on column person.birth_precision is 'day, month, year or estimated';
comment on column person.email is 'E-mail address';
comment on column person.language is 'Language that the person speaks';
comment on column person.note is 'Note for the desk';
comment on column person.deceased is 'Whether they have died';
comment on column person.died_on is 'Date of death, if it is known';
comment on column person.replaced_by is 'Person that they were found to be';
comment on column person.created_at is 'When they were written down';

comment on column person_phone.person_id is 'Person';
comment on column person_phone.position is 'In which order they are called';
comment on column person_phone.phone is 'Phone number';

comment on column person_identifier.person_id is 'Person';
comment on column person_identifier.position is 'In which order they are shown';
comment on column person_identifier.system is 'Who gave the number';
comment on column person_identifier.value is 'The number as it is written';

comment on column account_person.account_id is 'Account that books';
comment on column account_person.number is 'Number, counted for the account';
comment on column account_person.person_id is 'Person';
comment on column account_person.kind is 'self, child, parent or other';
comment on column account_person.granted_by is 'Account that granted access to the record; empty where it follows from visits before this record began';
comment on column account_person.since is 'Since when it books for them';

comment on column person_join.id is 'Join';
comment on column person_join.kept_id is 'Person whose record stands';
comment on column person_join.other_id is 'Person whose record was joined to it';
comment on column person_join.joined_at is 'When they were joined';
comment on column person_join.joined_by is 'Account that joined them';
comment on column person_join.reason is 'Why they were joined';
comment on column person_join.undone_at is 'When it was undone';
comment on column person_join.undone_by is 'Account that undid it';
comment on column person_join.undo_reason is 'Why it was undone';

comment on column person_pair.one is 'Person';
comment on column person_pair.other is 'Person';
comment on column person_pair.reasons is 'What speaks for it';
comment on column person_pair.weight is 'How much speaks for it';
comment on column person_pair.found_at is 'When it was found';
comment on column person_pair.not_same_at is 'When staff marked the two records as two persons';
comment on column person_pair.not_same_by is 'Account that marked them as two persons';

comment on column visit.id is 'Visit';
comment on column visit.reference is 'What the patient shows';
comment on column visit.status is 'booked, arrived, collected, in_progress, completed, cancelled or no_show; held while a booking is being made';
comment on column visit.starts_at is 'Start';
comment on column visit.ends_at is 'End';
comment on column visit.chair is 'Number of the chair; empty for walk-ins';
comment on column visit.walk_in is 'Whether the patient came without a booking';
comment on column visit.account_id is 'Account that the visit belongs to; empty if it belongs to none';
comment on column visit.person_id is 'Person';
comment on column visit.full_name is 'Name';
comment on column visit.age is 'Years at the visit';
comment on column visit.gender is 'male or female';
comment on column visit.contact is 'Phone number';
comment on column visit.email is 'E-mail address';
comment on column visit.priority is 'low, normal or high';
comment on column visit.recollects is 'Visit whose samples are collected again';
comment on column visit.version is 'How often it was changed, from 1';
comment on column visit.created_at is 'When it was booked';

comment on column visit_test.visit_id is 'Visit';
comment on column visit_test.test_code is 'Test';

comment on column sample.visit_id is 'Visit';
comment on column sample.id is 'Sample';
comment on column sample.accession is 'Accession number';
comment on column sample.specimen is 'Specimen';
comment on column sample.tube is 'Tube';
comment on column sample.status is 'State';
comment on column sample.collected_at is 'When it was collected';
comment on column sample.collected_by is 'Account that collected it';
comment on column sample.collection is 'How it was collected';
comment on column sample.place is 'Where it was collected';
comment on column sample.identified_by is 'What the patient was identified by';
comment on column sample.prepared is 'Whether the patient was prepared';
comment on column sample.received_at is 'When the laboratory received it';
comment on column sample.received_by is 'Account that received it';
comment on column sample.rejected_at is 'When it was rejected';
comment on column sample.rejected_by is 'Account that rejected it';
comment on column sample.rejection_reason is 'Why it was rejected';
comment on column sample.rejection_note is 'Why it was rejected, in their own words';
comment on column sample.replaces is 'Sample that it replaces';
comment on column sample.aliquot_of is 'Sample that it was divided from';
comment on column sample.storage_place is 'Where it is kept';
comment on column sample.discarded_at is 'When it was discarded';
comment on column sample.discarded_by is 'Account that discarded it';
comment on column sample.discard_reason is 'Why it was discarded';

comment on column task.visit_id is 'Visit';
comment on column task.id is 'Task';
comment on column task.sample_id is 'Sample';
comment on column task.test_code is 'Test';
comment on column task.panel_version is 'Version of its panel';
comment on column task.status is 'State';
comment on column task.due_at is 'When it is due';
comment on column task.created_at is 'When the task was created';
comment on column task.claimed_by is 'Account that works on the task';
comment on column task.started_at is 'When work began';
comment on column task.completed_at is 'When it was done';
comment on column task.completed_by is 'Account that completed the task';
comment on column task.results_saved_at is 'When its results were saved last';
comment on column task.results_saved_by is 'Account that saved them';
comment on column task.first_released_at is 'When its results were released first';
comment on column task.released_at is 'When its results were released';
comment on column task.released_by is 'Account that released them';
comment on column task.released_rule is 'Version of the rule that released the results; empty when a person did';
comment on column task.rule_refusal is 'Why the rule did not';
comment on column task.correction_reason is 'Why it is corrected';
comment on column task.retracted_at is 'When its results were taken back';
comment on column task.withdrawn_at is 'When it was withdrawn';

comment on column result.task_id is 'Task';
comment on column result.analyte_code is 'Analyte';
comment on column result.number is 'Value, where it is a number';
comment on column result.text is 'Value, where it is words';
comment on column result.flag is 'L, H, LL, HH or A; empty within the interval';
comment on column result.range is 'Interval, as JSON';
comment on column result.birth_needed is 'Whether no interval was chosen, since the exact age was not known';
comment on column result.interval_version is 'Version of the interval';
comment on column result.calculated is 'Whether it was calculated';
comment on column result.delta is 'Whether it is far from the value before';
comment on column result.entered_at is 'When it was entered';
comment on column result.entered_by is 'Account that entered it';

comment on column callback.id is 'Callback';
comment on column callback.task_id is 'Task';
comment on column callback.analyte_code is 'Analyte';
comment on column callback.value is 'Value';
comment on column callback.opened_at is 'When the time to call began';
comment on column callback.due_at is 'When the call is due';
comment on column callback.told_at is 'When the value was communicated';
comment on column callback.told_to is 'Who was told';
comment on column callback.told_by is 'Account that communicated it';
comment on column callback.note is 'Note';

comment on column callback_try.id is 'Try';
comment on column callback_try.task_id is 'Task';
comment on column callback_try.analyte_code is 'Analyte';
comment on column callback_try.value is 'Value';
comment on column callback_try.called is 'Who was called';
comment on column callback_try.way is 'By which number, or how';
comment on column callback_try.outcome is 'not_reached, left_message or reached';
comment on column callback_try.note is 'Note';
comment on column callback_try.tried_at is 'When it was tried';
comment on column callback_try.tried_by is 'Account that called';

comment on column task_note.task_id is 'Task';
comment on column task_note.id is 'Note';
comment on column task_note.at is 'When it was written';
comment on column task_note.account_id is 'Account that wrote it';
comment on column task_note.text is 'Text';

comment on column task_attachment.task_id is 'Task';
comment on column task_attachment.id is 'Attachment; the beginning of its file’s name';
comment on column task_attachment.name is 'Name';
comment on column task_attachment.type is 'Type';
comment on column task_attachment.size is 'Bytes';
comment on column task_attachment.added_at is 'When it was attached';
comment on column task_attachment.added_by is 'Account that attached it';
comment on column task_attachment.removed_at is 'When it was marked as removed';
comment on column task_attachment.removed_by is 'Account that marked it as removed';
comment on column task_attachment.removal_reason is 'Why it was marked as removed';

comment on column report.visit_id is 'Visit';
comment on column report.version is 'Version, from 1';
comment on column report.code is 'Code by which it is verified';
comment on column report.released_at is 'When it was released';
comment on column report.released_by is 'Account that released it';
comment on column report.released_rule is 'Rule that released the report; empty when a person did';
comment on column report.content is 'Everything on it, as JSON';

comment on column report_share.visit_id is 'Visit';
comment on column report_share.id is 'Link';
comment on column report_share.created_at is 'When it was made';
comment on column report_share.created_by is 'Account that made it';
comment on column report_share.expires_at is 'Until when it works';
comment on column report_share.opened is 'How often it was opened';
comment on column report_share.last_opened_at is 'When it was opened last';
comment on column report_share.revoked_at is 'When it was ended';

comment on column laboratory.name is 'Name';
comment on column laboratory.address is 'Address';
comment on column laboratory.phone is 'Phone number';
comment on column laboratory.email is 'E-mail address';
comment on column laboratory.language is 'Language of its messages';
comment on column laboratory.horizon_days is 'Days ahead that can be booked';
comment on column laboratory.step_minutes is 'Minutes between starts';
comment on column laboratory.buffer_minutes is 'Minutes that a chair is kept free after a visit';
comment on column laboratory.hold_minutes is 'Minutes that a hold lasts';
comment on column laboratory.cut_off_minutes is 'Minutes before a visit until which patients change it';
comment on column laboratory.overbook_limit is 'Number of visits that may be booked beyond the chairs at one time';
comment on column laboratory.majority_age is 'Age in years from which a person is no longer looked after as a child';
comment on column laboratory.callback_minutes is 'Minutes for telling a critical value';
comment on column laboratory.control_hours is 'Hours that controls count for';
comment on column laboratory.delta_percent is 'Percent from which a value is far from the one before';
comment on column laboratory.two_person_release is 'Whether results must be released by another person than the one who entered them';
comment on column laboratory.release_policy_version is 'Version of the rules of release';

comment on column site.id is 'Site';
comment on column site.number is 'Its number on accessions';
comment on column site.name is 'Name';
comment on column site.time_zone is 'Time zone';
comment on column site.created_at is 'When it was opened';
comment on column site.closed_at is 'Since when it is closed for good';

comment on column site_hours.weekday is '0 = Sunday';
comment on column site_hours.opens_minute is 'Opens, in minutes since midnight';
comment on column site_hours.closes_minute is 'Closes, in minutes since midnight';

comment on column chair.number is 'Number';
comment on column chair.name is 'Name';
comment on column chair.active is 'Whether it is in use';
comment on column chair.overflow is 'Whether it is a place beyond the chairs';

comment on column closure.id is 'Closure';
comment on column closure.reason is 'Why the site is closed';

comment on column account.role is 'user (patient), technician or admin (manager)';
comment on column account.permissions is 'What they may do beside the daily work';

comment on column invitation.id is 'Invitation, and the account that it becomes';
comment on column invitation.email is 'E-mail address';
comment on column invitation.full_name is 'Name';
comment on column invitation.role is 'What they are invited to be';
comment on column invitation.permissions is 'What they may do beside the daily work';
comment on column invitation.sites is 'The only sites that they are to see; empty: all';
comment on column invitation.specialties is 'Specialties';
comment on column invitation.invited_by is 'Account that invited them';
comment on column invitation.created_at is 'When they were invited';
comment on column invitation.expires_at is 'Until when it counts';
comment on column invitation.accepted_at is 'When it was accepted';
comment on column invitation.withdrawn_at is 'When it was withdrawn';

comment on column test.code is 'Test';
comment on column test.name is 'Name';
comment on column test.label is 'Name on forms';
comment on column test.aliases is 'Other names';
comment on column test.about is 'What it is';
comment on column test.bookable is 'Whether it is offered';
comment on column test.specimen is 'Specimen';
comment on column test.tube is 'Tube';
comment on column test.collection is 'How it is collected';
comment on column test.fasting is 'Whether the patient must fast before the test';
comment on column test.preparation is 'Preparation';
comment on column test.instructions is 'Instructions for the bench';
comment on column test.equipment is 'Equipment';
comment on column test.turnaround_hours is 'Hours until the result';
comment on column test.expected_minutes is 'Minutes of work';
comment on column test.position is 'Place in the list';
comment on column test.version is 'How often it was changed';
comment on column test.specialty is 'Specialty of the technicians who do the test; empty: every technician';
comment on column test.panel_version is 'Version of its panel that counts';

comment on column analyte.code is 'Analyte';
comment on column analyte.name is 'Name';
comment on column analyte.kind is 'What its values are';
comment on column analyte.unit is 'Unit';
comment on column analyte.decimals is 'Decimals';
comment on column analyte.lowest is 'Lowest value that is possible';
comment on column analyte.highest is 'Highest value that is possible';
comment on column analyte.options is 'Values to choose from';
comment on column analyte.loinc is 'LOINC code';
comment on column analyte.loinc_property is 'Its property, where the laboratory said it';
comment on column analyte.version is 'How often it was changed';

comment on column test_analyte.test_code is 'Test';
comment on column test_analyte.version is 'Version of the panel';
comment on column test_analyte.analyte_code is 'Analyte';
comment on column test_analyte.position is 'Place in the test';

comment on column interval_version.analyte_code is 'Analyte';
comment on column interval_version.version is 'Version';
comment on column interval_version.valid_from is 'From when it counts';
comment on column interval_version.ranges is 'Intervals by sex and age, as JSON';
comment on column interval_version.normal_options is 'Usual values, where they are words';
comment on column interval_version.critical_options is 'Critical values, where they are words';
comment on column interval_version.source is 'Where it comes from';
comment on column interval_version.reason is 'Why it was changed';
comment on column interval_version.verified is 'Whether its source was verified';
comment on column interval_version.entered_at is 'When it was entered';
comment on column interval_version.entered_by is 'Account that entered it';
comment on column interval_version.confirmed_at is 'When it was confirmed';
comment on column interval_version.confirmed_by is 'Account that confirmed it';

comment on column release_rule.version is 'Version';
comment on column release_rule.name is 'Name';
comment on column release_rule.test_code is 'Test';
comment on column release_rule.limits is 'Limits, as JSON';
comment on column release_rule.reason is 'Why it was turned on';
comment on column release_rule.turned_on_at is 'When it was turned on';
comment on column release_rule.turned_on_by is 'Account that turned it on';
comment on column release_rule.turned_off_at is 'When it was turned off';
comment on column release_rule.turned_off_by is 'Account that turned it off';
comment on column release_rule.off_reason is 'Why it was turned off';

comment on column control_material.id is 'Material';
comment on column control_material.name is 'Name';
comment on column control_material.manufacturer is 'Manufacturer';
comment on column control_material.created_at is 'When it was entered';
comment on column control_material.created_by is 'Account that entered it';

comment on column control_lot.id is 'Lot';
comment on column control_lot.material_id is 'Material';
comment on column control_lot.number is 'Number';
comment on column control_lot.level is 'Level';
comment on column control_lot.expires_on is 'Until when it can be used';
comment on column control_lot.created_at is 'When it was entered';
comment on column control_lot.created_by is 'Account that entered it';
comment on column control_lot.opened_at is 'When it was opened';
comment on column control_lot.opened_by is 'Account that opened it';
comment on column control_lot.closed_at is 'When it was closed';
comment on column control_lot.closed_by is 'Account that closed it';
comment on column control_lot.closing_reason is 'Why it was closed';

comment on column control_target.lot_id is 'Lot';
comment on column control_target.analyte_code is 'Analyte';
comment on column control_target.mean is 'Mean';
comment on column control_target.sd is 'Standard deviation';
comment on column control_target.rejections is 'Rules that reject';
comment on column control_target.set_at is 'When it was set';
comment on column control_target.set_by is 'Account that set it';

comment on column control_run.id is 'Run';
comment on column control_run.material_id is 'Material';
comment on column control_run.instrument is 'Instrument';
comment on column control_run.began_at is 'When it began';

comment on column control_value.id is 'Value';
comment on column control_value.run_id is 'Run';
comment on column control_value.lot_id is 'Lot';
comment on column control_value.analyte_code is 'Analyte';
comment on column control_value.value is 'Value';
comment on column control_value.mean is 'Mean that was expected';
comment on column control_value.sd is 'Standard deviation';
comment on column control_value.z is 'Distance from the mean in standard deviations';
comment on column control_value.rules is 'Rules that it broke';
comment on column control_value.measured_at is 'When it was measured';
comment on column control_value.measured_by is 'Account that measured it';
comment on column control_value.struck_at is 'When it was struck out';
comment on column control_value.struck_by is 'Account that struck it out';
comment on column control_value.struck_reason is 'Why it was struck out';

comment on column control_responsibility.id is 'Answer';
comment on column control_responsibility.value_id is 'Value';
comment on column control_responsibility.rules is 'Rules that it broke';
comment on column control_responsibility.text is 'What was done';
comment on column control_responsibility.taken_at is 'When responsibility was taken';
comment on column control_responsibility.taken_by is 'Account that takes responsibility';

comment on column shift.id is 'Shift';
comment on column shift.account_id is 'Account of the person on shift';
comment on column shift.starts_at is 'Begin';
comment on column shift.ends_at is 'End';
comment on column shift.note is 'Note';

comment on column queue.check_in_minutes is 'Minutes before the start of a visit from which the patient can check in';
comment on column queue.grace_before_minutes is 'Minutes before the start of a visit from which its appointment goes first';
comment on column queue.grace_after_minutes is 'Minutes after the start of a visit until which its appointment goes first';
comment on column queue.ageing_minutes is 'Minutes of waiting after which a ticket counts like an appointment';
comment on column queue.above_stat_minutes is 'Minutes of waiting after which a ticket counts above an urgent one';
comment on column queue.absent_minutes is 'Minutes after which a booked visit without a check-in is a no-show; 0: never';
comment on column queue.call_ends_minutes is 'Minutes after which a call ends by itself; 0: never';
comment on column queue.no_show_minutes is 'Minutes after a call before the ticket can be marked as a no-show';

comment on column desk.number is 'Number';
comment on column desk.name is 'Name';
comment on column desk.room is 'Room';
comment on column desk.active is 'Whether it is in use';
comment on column desk.state is 'State';
comment on column desk.staff_id is 'Account of the person at the desk';
comment on column desk.since is 'Since when they sit there';

comment on column ticket.id is 'Ticket';
comment on column ticket.visit_id is 'Visit';
comment on column ticket.day is 'Day';
comment on column ticket.code is 'Code';
comment on column ticket.number is 'Number of the day';
comment on column ticket.class is 'Class';
comment on column ticket.urgent is 'Whether it is an emergency';
comment on column ticket.tests is 'Tests';
comment on column ticket.status is 'State';
comment on column ticket.appointment_at is 'Start of the appointment';
comment on column ticket.arrived_at is 'When they came';
comment on column ticket.queued_at is 'When they were placed in the queue';
comment on column ticket.called_at is 'When they were called';
comment on column ticket.recalled_at is 'When they were called again';
comment on column ticket.recalls is 'How often they were called again';
comment on column ticket.skips is 'How often they were passed over';
comment on column ticket.started_at is 'When they were served';
comment on column ticket.ended_at is 'When the service ended';
comment on column ticket.desk is 'Desk';
comment on column ticket.room is 'Room';
comment on column ticket.staff_id is 'Account that served the patient';

comment on column queue_event.seq is 'Number';
comment on column queue_event.at is 'When it happened';
comment on column queue_event.kind is 'What happened';
comment on column queue_event.ticket_id is 'Ticket';
comment on column queue_event.desk is 'Desk';
comment on column queue_event.account_id is 'Account that did it';
comment on column queue_event.detail is 'Details, as JSON';
comment on column queue_event.undoes is 'Number of the event that it takes back';

comment on column wait_told.ticket_id is 'Ticket';
comment on column wait_told.told_at is 'When it was told';
comment on column wait_told.class is 'Class';
comment on column wait_told.ahead is 'How many were before them';
comment on column wait_told.low is 'Minutes, 10th percentile';
comment on column wait_told.median is 'Minutes, median';
comment on column wait_told.high is 'Minutes, 90th percentile';
comment on column wait_told.shown_low is 'Minutes that were shown, from';
comment on column wait_told.shown_high is 'Minutes that were shown, to';

comment on column outbox.id is 'Message';
comment on column outbox.kind is 'What it tells of';
comment on column outbox.channel is 'email, sms or push';
comment on column outbox.recipient is 'To whom';
comment on column outbox.device_id is 'Browser that it went to';
comment on column outbox.state is 'State';
comment on column outbox.created_at is 'When it was written';
comment on column outbox.due_at is 'When it is due';
comment on column outbox.sent_at is 'When it was sent';
comment on column outbox.delivered_at is 'When it arrived';
comment on column outbox.attempts is 'How often it was tried';
comment on column outbox.error is 'Why it failed';
comment on column outbox.segments is 'Parts of a text message';

comment on column notice.id is 'Notice';
comment on column notice.account_id is 'Account that reads it';
comment on column notice.kind is 'What it tells of';
comment on column notice.payload is 'What it is about, as JSON';
comment on column notice.created_at is 'When it was written';
comment on column notice.read_at is 'When it was read';

comment on column notification_choice.account_id is 'Account that chose';
comment on column notification_choice.topic is 'What the messages are about';
comment on column notification_choice.channel is 'How it wants them';

comment on column reminder_settings.lead_minutes is 'Minutes before the visit';
comment on column reminder_settings.fasting is 'Whether they are told when fasting begins';
comment on column reminder_settings.fasting_hours is 'Hours of fasting';
comment on column reminder_settings.quiet_from is 'Start of the hours without messages, in minutes since midnight';
comment on column reminder_settings.quiet_until is 'End of the hours without messages, in minutes since midnight';

comment on column sms_reply.id is 'Answer';
comment on column sms_reply.at is 'When it came';
comment on column sms_reply.phone is 'Phone number that it came from';
comment on column sms_reply.text is 'Text';
comment on column sms_reply.meaning is 'How it was understood';
comment on column sms_reply.outcome is 'What was done';
comment on column sms_reply.visit_id is 'Visit';
comment on column sms_reply.site_id is 'Site that had written';

comment on column sms_stop.phone is 'Number';
comment on column sms_stop.at is 'Since when';

comment on column email_stop.email is 'Address';
comment on column email_stop.topic is 'What the e-mails are about';
comment on column email_stop.at is 'Since when';

comment on column message_text.kind is 'Message';
comment on column message_text.language is 'Language';
comment on column message_text.form is 'email, sms, push or app';
comment on column message_text.version is 'Version';
comment on column message_text.title is 'Title; empty with the built-in text';
comment on column message_text.body is 'Text';
comment on column message_text.edited_by is 'Account that wrote it';
comment on column message_text.edited_at is 'When it was written';

comment on column contact_message.id is 'Message';
comment on column contact_message.received_at is 'When it came';
comment on column contact_message.name is 'Name';
comment on column contact_message.email is 'E-mail address';
comment on column contact_message.message is 'Text';
comment on column contact_message.state is 'open, answered, done or spam';
comment on column contact_message.signs is 'What looked like spam';
comment on column contact_message.sorted_by is 'Account that put it into this state';
comment on column contact_message.sorted_at is 'When it was put into this state';

comment on column contact_answer.id is 'Answer';
comment on column contact_answer.contact_message_id is 'Message that it answers';
comment on column contact_answer.text is 'Text';
comment on column contact_answer.answered_by is 'Account that answered';
comment on column contact_answer.answered_at is 'When it was answered';

comment on column import.id is 'Import';
comment on column import.kind is 'patients or appointments';
comment on column import.source is 'System that it came from';
comment on column import.file_name is 'Name of the file';
comment on column import.rows is 'Number of rows';
comment on column import.added is 'New rows';
comment on column import.changed is 'Changed rows';
comment on column import.imported_by is 'Account that imported it';
comment on column import.imported_at is 'When it was imported';

comment on column import_row.kind is 'patients or appointments';
comment on column import_row.source is 'System that it came from';
comment on column import_row.key is 'Number in that system, or what makes it the same row';
comment on column import_row.account_id is 'Account that it became';
comment on column import_row.person_id is 'Person that it became';
comment on column import_row.site_id is 'Site of the visit';
comment on column import_row.visit_id is 'Visit that it became';
comment on column import_row.import_id is 'Import that wrote it last';

comment on column audit.position is 'Place in the trail';
comment on column audit.id is 'Entry';
comment on column audit.at is 'When it happened';
comment on column audit.account_id is 'Account that acted; empty when nobody was signed in';
comment on column audit.role is 'Role';
comment on column audit.network is 'Address that it came from';
comment on column audit.action is 'What was done';
comment on column audit.subject_kind is 'Kind of the record that was changed or read';
comment on column audit.subject_id is 'Id of what it was done to';
comment on column audit.before is 'State before, as JSON';
comment on column audit.after is 'State after, as JSON';
comment on column audit.reason is 'Reason that was given';
