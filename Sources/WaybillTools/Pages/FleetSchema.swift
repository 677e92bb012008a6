import WaybillManifest

/// The JSON Schema (draft-07) of the output of `waybill fleet --format json`, with the values of a fleet in etcd as definitions.
public enum FleetSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private typealias Member = SchemaValue.Member

    private static var value: SchemaValue {
        let head: [Member] = [
            Member("$schema", .text("http://json-schema.org/draft-07/schema#")),
            Member("title", .text("The output of 'waybill fleet --format json', version 1")),
        ]
        guard case .object(let members) = overview else { return overview }
        return .object(head + members + [Member("definitions", definitions)])
    }

    private static var overview: SchemaValue {
        .mapping(
            "What a fleet serves at one moment.",
            [
                ("version", constant("The version of this format.")),
                ("instances", list(reference("line"), "The instances that report; not current ones come first.")),
                ("storage", .number("How many bytes etcd stores.")),
                ("alarms", list(.string("An alarm."), "The alarms of etcd, such as NOSPACE.")),
            ],
            optional: [
                ("current", reference("pointer")),
                ("history", list(reference("pointer"), "With '--history': the last changes, the newest first.")),
                ("gone", list(.string("A name."), "With '--watch': instances that were listed before.")),
            ])
    }

    private static var definitions: SchemaValue {
        .object([
            Member("line", line), Member("pointer", pointer), Member("set", set), Member("instance", instance),
            Member("health", health),
        ])
    }

    private static var line: SchemaValue {
        let states: SchemaValue = .object([
            Member(
                "description",
                .text(
                    "current: it serves what it should; behind: no answer yet; unbound: its binary has no code for the set; "
                        + "rejected: refused for another reason; unknown: its report is not one of this protocol.")),
            Member("enum", .names(["current", "behind", "unbound", "rejected", "unknown"])),
        ])
        return .mapping(
            "An instance.",
            [
                ("name", .string("Its name.")), ("state", states),
                ("isCurrent", .boolean("Whether it serves what it should.")),
            ],
            optional: [
                ("wanted", .string("The set that it should serve, which it may not know yet.")),
                ("report", reference("instance")),
            ])
    }

    private static var pointer: SchemaValue {
        let rollout = SchemaValue.mapping(
            "A set on its way; absent without a rollout.",
            [
                ("set", .string("The set.")), ("digest", .string("The digest of what it means.")),
                ("share", .number("The share of the instances, in hundredths of a percent.")),
            ])
        return .mapping(
            "The pointer: the values of 'current' and below 'history/'.",
            [
                ("protocol", constant("The version of the protocol.")),
                ("number", .number("Counts the changes, from 1.")),
                ("set", .string("The set that serves: a key below 'sets/'.")),
                ("digest", .string("The digest of what it means.")), ("at", .string("When: ISO 8601.")),
                ("by", .string("Who.")), ("nonce", .string("Tells this change from all others.")),
            ],
            optional: [
                ("message", .string("Why.")), ("commit", .string("The commit of Git.")),
                ("plan", .string("The plan against the set before, in one line.")), ("rollout", rollout),
            ])
    }

    private static var set: SchemaValue {
        .mapping(
            "A value below 'sets/'.",
            [
                ("protocol", constant("The version of the protocol.")),
                ("digest", .string("The digest of what the set means.")),
                ("size", .number("How many bytes all pieces have.")),
                ("pieces", list(.string("A SHA-256."), "The keys below 'pieces/', in order.")),
            ])
    }

    private static var instance: SchemaValue {
        .mapping(
            "A value below 'instances/'.",
            [
                ("protocol", constant("The version of the protocol.")), ("instance", .string("Its name.")),
                ("at", .string("When it wrote this: ISO 8601, by its clock.")),
                ("digest", .string("The digest of what it serves.")),
                ("generation", .number("The generation that it serves.")),
                ("ready", .boolean("Whether it can answer requests.")),
                ("stale", .boolean("Whether it serves a set that an earlier run has stored.")),
            ],
            optional: [
                ("number", .number("The number of the pointer that it follows.")),
                ("wanted", .string("The set that it should serve.")), ("serving", .string("The set that it serves.")),
                ("reason", .string("Why it has refused the wanted set: a reason of reloads, such as 'unbound'.")),
                ("problem", .string("The first problem, in words.")),
                ("build", .string("The SHA-256 of its executable.")),
                ("registry", .string("What its code has registered: a key below 'registries/'.")),
                ("health", reference("health")),
            ])
    }

    private static var health: SchemaValue {
        let counts: [(String, SchemaValue)] = [
            ("requests", .number("All requests.")), ("errors", .number("Those with a status of 500 or above.")),
            ("notFound", .number("Those with the status 404.")),
        ]
        let route = SchemaValue.mapping("The requests of a route.", [("id", .string("Its id."))] + counts)
        return .mapping(
            "How the requests of the generation have ended.",
            counts + [("routes", list(route, "The routes with the most errors and 404s, at most 10."))])
    }

    // MARK: Schema types

    private static func constant(_ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("const", 1)])
    }

    private static func reference(_ name: String) -> SchemaValue { ["$ref": .text("#/definitions/\(name)")] }

    private static func list(_ items: SchemaValue, _ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("type", .text("array")), Member("items", items)])
    }
}
