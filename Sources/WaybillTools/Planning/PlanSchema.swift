import WaybillManifest
import WaybillSyntax

/// The JSON Schema (draft-07) of the output of `waybill plan --format json`.
public enum PlanSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private typealias Member = SchemaValue.Member

    private static var value: SchemaValue {
        let head: [Member] = [
            Member("$schema", .text("http://json-schema.org/draft-07/schema#")),
            Member("title", .text("The output of 'waybill plan --format json', version 1")),
        ]
        guard case .object(let members) = plan else { return plan }
        return .object(head + members)
    }

    private static var plan: SchemaValue {
        object(
            "The effect of a change of manifests on requests.",
            [
                ("version", constant(1, "The version of this format.")),
                ("old", set("The old set.")), ("new", set("The new set.")),
                ("breaking", flag("Whether something is breaking, or could not be decided.")),
                ("changes", list(change, "Classes of requests, the most severe first; no request is in two of them.")),
                ("findings", list(problem, "Problems of the whole set.")),
                ("undecided", list(text("A question."), "Questions that could not be decided within the limits.")),
                (
                    "summary",
                    object(
                        "Numbers.",
                        [
                            ("breaking", number("Breaking changes and problems.")),
                            ("changes", number("All changes.")), ("findings", number("All problems.")),
                            ("undecided", number("Questions that could not be decided.")),
                        ])
                ),
            ])
    }

    private static func set(_ words: String) -> SchemaValue {
        object(words, [("source", text("The argument as it was passed.")), ("digest", text("The digest of the set."))])
    }

    private static var problem: SchemaValue {
        object(
            "A problem of the whole set.",
            [
                ("rule", text("The id of its rule.")), ("severity", text("Its severity.")),
                ("breaking", flag("Whether it is breaking.")), ("message", text("One sentence.")),
            ])
    }

    private static var change: SchemaValue {
        let kinds = PlannedChange.Kind.allCases.map(\.rawValue)
        return object(
            "Requests that change in the same way.",
            [
                ("kinds", list(words(kinds, "The effect."), "The most severe first.")),
                ("rules", list(text("An id."), "The rules that it breaks; none for additions.")),
                ("severity", words(Severity.allCases.map(\.rawValue), "Its severity.")),
                ("breaking", flag("Whether it is breaking.")),
                ("summary", text("The effect, in words.")),
                ("old", server("The route and its target in the old set.")),
                ("new", server("The route and its target in the new set.")),
                (
                    "interceptors",
                    object(
                        "Interceptors that run for the requests, by id.",
                        [
                            ("lost", list(text("An id."), "Interceptors that no longer run.")),
                            ("gained", list(text("An id."), "Interceptors that run only in the new set.")),
                            ("reordered", flag("Whether the same interceptors run in another order.")),
                        ])
                ),
                ("requests", list(requests, "The requests, in parts that do not overlap.")),
            ])
    }

    private static func server(_ words: String) -> SchemaValue {
        object(
            words,
            [
                ("route", text("The route's id; null where no route matches.", orNull: true)),
                (
                    "target",
                    text("'module x', 'handler x', 'redirect /x', 'redirect /x with status 308', or 'nothing'.")
                ),
                ("file", text("The file of the route.", orNull: true)),
                ("line", number("Counts from 1.", orNull: true)), ("column", number("Counts from 1.", orNull: true)),
            ])
    }

    private static var methods: SchemaValue {
        list(
            text("A method."), "The methods; null for all requests, also without a method. 'GET' includes 'HEAD'.",
            orNull: true)
    }

    private static var exception: SchemaValue {
        object(
            "Requests that match a pattern, with some methods and in some views.",
            [("pattern", text("The pattern.")), ("methods", methods), ("views", views)])
    }

    private static var views: SchemaValue {
        let tags = object(
            "Tag views; null for none.",
            [
                (
                    "anyOf",
                    list(list(text("A tag."), "A view has one of these tags."), "A view has a tag of each list.")
                ),
                ("without", list(text("A tag."), "A view has none of these.")),
            ], orNull: true)
        return object(
            "The views in which they are opened.",
            [("plain", flag("Whether opens without a view are included.")), ("tags", tags)])
    }

    private static var requests: SchemaValue {
        let witness = object(
            "An example request, which was tried on both tables.",
            [
                ("url", text("The URL.")), ("method", text("null for none.", orNull: true)),
                ("tags", list(text("A tag."), "The view; null for a plain open.", orNull: true)),
            ])
        return object(
            "Requests that match all given patterns, with some methods and in some views, without the exceptions.",
            [
                (
                    "pattern",
                    text("The most specific pattern; null for requests without a route in both sets.", orNull: true)
                ),
                ("within", list(text("A pattern."), "Patterns that they match too.")),
                ("except", list(text("Methods, a pattern, and views."), "The exceptions, in words.")),
                ("exceptions", list(exception, "The exceptions: the same as 'except', in parts.")),
                ("methods", methods),
                ("withoutMethods", list(text("A method."), "Methods that are excluded.")),
                ("views", views),
                ("witness", witness),
            ])
    }

    // MARK: Schema types

    private static func type(_ name: String, _ orNull: Bool) -> SchemaValue {
        orNull ? .names([name, "null"]) : .text(name)
    }

    private static func scalar(_ name: String, _ words: String, _ orNull: Bool) -> SchemaValue {
        .object([Member("description", .text(words)), Member("type", type(name, orNull))])
    }

    private static func text(_ words: String, orNull: Bool = false) -> SchemaValue { scalar("string", words, orNull) }
    private static func flag(_ words: String) -> SchemaValue { scalar("boolean", words, false) }
    private static func number(_ words: String, orNull: Bool = false) -> SchemaValue {
        scalar("integer", words, orNull)
    }

    private static func constant(_ number: Int, _ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("const", .integer(number))])
    }

    private static func words(_ all: [String], _ words: String) -> SchemaValue {
        .object([Member("description", .text(words)), Member("enum", .names(all))])
    }

    private static func list(_ items: SchemaValue, _ words: String, orNull: Bool = false) -> SchemaValue {
        .object([
            Member("description", .text(words)), Member("type", type("array", orNull)), Member("items", items),
        ])
    }

    private static func object(
        _ words: String, _ members: [(String, SchemaValue)], orNull: Bool = false
    ) -> SchemaValue {
        .object([
            Member("description", .text(words)), Member("type", type("object", orNull)),
            Member("required", .names(members.map(\.0))), Member("additionalProperties", .flag(false)),
            Member("properties", .object(members.map { Member($0.0, $0.1) })),
        ])
    }
}
