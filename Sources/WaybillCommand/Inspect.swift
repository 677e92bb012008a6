import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport

struct Inspect: Verb {
    static let configuration = CommandConfiguration(
        abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.inspect.run("inspect", passesVerb: false) }
}
