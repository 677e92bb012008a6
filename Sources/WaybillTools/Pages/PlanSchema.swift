import WaybillManifest
import WaybillSyntax

/// The JSON Schema (draft-07) of the output of `waybill plan --format json`.
public enum PlanSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private static var value: SchemaValue {
        .document("The output of 'waybill plan --format json', version 1", plan)
    }

    private static var plan: SchemaValue {
        .mapping(
            "The effect of a change of manifests on requests.",
            [
                ("version", .version("The version of this format.")),
                ("old", set("The old set.")), ("new", set("The new set.")),
                ("breaking", .boolean("Whether something is breaking, or could not be decided.")),
                ("changes", .list(change, "Classes of requests, the most severe first; no request is in two of them.")),
                ("findings", .list(problem, "Problems of the whole set.")),
                ("undecided", .list(.string("A question."), "Questions that could not be decided within the limits.")),
                (
                    "summary",
                    .mapping(
                        "Numbers.",
                        [
                            ("breaking", .number("Breaking changes and problems.")),
                            ("changes", .number("All changes.")), ("findings", .number("All problems.")),
                            ("undecided", .number("Questions that could not be decided.")),
                        ])
                ),
            ], optional: [("traffic", traffic)])
    }

    private static var traffic: SchemaValue {
        .mapping(
            "The requests of the log of '--traffic'.",
            [
                ("requests", .number("All requests.")), ("changed", .number("The requests in 'changes'.")),
                ("unreadable", .number("Lines that could not be read.")),
            ])
    }

    private static func set(_ words: String) -> SchemaValue {
        .mapping(
            words,
            [("source", .string("The argument as it was passed.")), ("digest", .string("The digest of the set."))])
    }

    private static var problem: SchemaValue {
        .mapping(
            "A problem of the whole set.",
            [
                ("rule", .string("The id of its rule.")), ("severity", .string("Its severity.")),
                ("breaking", .boolean("Whether it is breaking.")), ("message", .string("One sentence.")),
            ])
    }

    private static var change: SchemaValue {
        let kinds = PlannedChange.Kind.allCases.map(\.rawValue)
        return .mapping(
            "Requests that change in the same way.",
            [
                ("kinds", .list(.words(kinds, "The effect."), "The most severe first.")),
                ("rules", .list(.string("An id."), "The rules that it breaks; none for additions.")),
                ("severity", .words(Severity.allCases.map(\.rawValue), "Its severity.")),
                ("breaking", .boolean("Whether it is breaking.")),
                ("summary", .string("The effect, in words.")),
                ("old", server("The route and its target in the old set.")),
                ("new", server("The route and its target in the new set.")),
                (
                    "interceptors",
                    .mapping(
                        "Interceptors that run for the requests, by id.",
                        [
                            ("lost", .list(.string("An id."), "Interceptors that no longer run.")),
                            ("gained", .list(.string("An id."), "Interceptors that run only in the new set.")),
                            ("reordered", .boolean("Whether the same interceptors run in another order.")),
                        ])
                ),
                ("requests", .list(requests, "The requests, in parts that do not overlap.")),
            ])
    }

    private static func server(_ words: String) -> SchemaValue {
        .mapping(
            words,
            [
                ("route", .string("The route's id; null where no route matches.", orNull: true)),
                (
                    "target",
                    .string(
                        "'module x', 'handler x', 'forward /x', 'redirect /x with status 308', 'nothing', or "
                            + "'\(PlannedChange.Server.otherMethods)'.")
                ),
                ("file", .string("The file of the route.", orNull: true)),
                ("line", .number("Counts from 1.", orNull: true)), ("column", .number("Counts from 1.", orNull: true)),
            ])
    }

    private static var methods: SchemaValue {
        .list(
            .string("A method."), "The methods; null for all requests, also without a method. 'GET' includes 'HEAD'.",
            orNull: true)
    }

    private static var exception: SchemaValue {
        .mapping(
            "Requests that match a pattern, with some methods and in some views.",
            [("pattern", .string("The pattern.")), ("methods", methods), ("views", views)])
    }

    private static var views: SchemaValue {
        let tags = SchemaValue.mapping(
            "Tag views; null for none.",
            [
                (
                    "anyOf",
                    .list(.list(.string("A tag."), "A view has one of these tags."), "A view has a tag of each list.")
                ),
                ("without", .list(.string("A tag."), "A view has none of these.")),
            ], orNull: true)
        return .mapping(
            "The views in which they are opened.",
            [("plain", .boolean("Whether opens without a view are included.")), ("tags", tags)])
    }

    private static var requests: SchemaValue {
        let witness = SchemaValue.mapping(
            "An example request, which was tried on both tables.",
            [
                ("url", .string("The URL.")), ("method", .string("null for none.", orNull: true)),
                ("tags", .list(.string("A tag."), "The view; null for a plain open.", orNull: true)),
            ])
        return .mapping(
            "Requests that match all given patterns, with some methods and in some views, without the exceptions.",
            [
                (
                    "pattern",
                    .string("The most specific pattern; null for requests without a route in both sets.", orNull: true)
                ),
                ("within", .list(.string("A pattern."), "Patterns that they match too.")),
                ("except", .list(.string("Methods, a pattern, and views."), "The exceptions, in words.")),
                ("exceptions", .list(exception, "The exceptions: the same as 'except', in parts.")),
                ("methods", methods),
                ("withoutMethods", .list(.string("A method."), "Methods that are excluded.")),
                ("views", views),
                ("witness", witness),
            ],
            optional: [
                ("requests", .number("The requests of the log of '--traffic'.")),
                ("share", .fraction("Their fraction of all requests of the log, up to 1.")),
                (
                    "shape",
                    .string("The most frequent shape of their paths: words of the manifests, and '*' for others.")
                ),
            ])
    }
}
