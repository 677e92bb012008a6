import WaybillManifest

/// The JSON Schema (draft-07) of the output of `waybill fleet --format json`, with the values of a fleet in etcd as definitions.
public enum FleetSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private static var value: SchemaValue {
        .document("The output of 'waybill fleet --format json', version 1", overview, definitions: definitions)
    }

    private static var overview: SchemaValue {
        .mapping(
            "What a fleet serves at one moment.",
            [
                ("version", .version("The version of this format.")),
                ("instances", .list(.reference("line"), "The instances that report; not current ones come first.")),
                ("storage", .number("How many bytes etcd stores.")),
                ("alarms", .list(.string("An alarm."), "The alarms of etcd, such as NOSPACE.")),
            ],
            optional: [
                ("current", .reference("pointer")),
                ("history", .list(.reference("pointer"), "With '--history': the last changes, the newest first.")),
                ("gone", .list(.string("A name."), "With '--watch': instances that were listed before.")),
            ])
    }

    private static var definitions: [SchemaValue.Member] {
        [
            .init("line", line), .init("pointer", pointer), .init("set", set), .init("instance", instance),
            .init("health", health),
        ]
    }

    private static var line: SchemaValue {
        let states = SchemaValue.words(
            ["current", "behind", "unbound", "rejected", "unknown"],
            "current: it serves what it should; behind: no answer yet; unbound: its binary has no code for the set; "
                + "rejected: refused for another reason; unknown: its report is not one of this protocol.")
        return .mapping(
            "An instance.",
            [
                ("name", .string("Its name.")), ("state", states),
                ("isCurrent", .boolean("Whether it serves what it should.")),
            ],
            optional: [
                ("wanted", .string("The set that it should serve, which it may not know yet.")),
                ("report", .reference("instance")),
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
                ("protocol", .version("The version of the protocol.")),
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
                ("protocol", .version("The version of the protocol.")),
                ("digest", .string("The digest of what the set means.")),
                ("size", .number("How many bytes all pieces have.")),
                ("pieces", .list(.string("A SHA-256."), "The keys below 'pieces/', in order.")),
            ])
    }

    private static var instance: SchemaValue {
        .mapping(
            "A value below 'instances/'.",
            [
                ("protocol", .version("The version of the protocol.")), ("instance", .string("Its name.")),
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
                ("health", .reference("health")),
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
            counts + [("routes", .list(route, "The routes with the most errors and 404s, at most 10."))])
    }
}
