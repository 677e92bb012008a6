import Foundation
import Waybill
import WaybillManifest
import WaybillReload
import WaybillRules

/// The settings of a service, as far as a configuration can give them.
struct ConfiguredSettings {
    var manifests = ["Routes"]
    var policy = StartPolicy.fail
    var options: ReloadOptions
    var routerOptions: RouterOptions

    init(options: ReloadOptions, routerOptions: RouterOptions) {
        (self.options, self.routerOptions) = (options, routerOptions)
    }

    /// Reads every option of ``Option/all``.
    ///
    /// - Parameter text: Returns the value of a key as text; `nil` if it has none.
    /// - Throws: ``ConfigurationErrors`` with every value that is not valid.
    init(over defaults: ConfiguredSettings, text: (_ key: String) -> String?) throws(ConfigurationErrors) {
        self = defaults
        var problems: [String] = []
        for option in Option.all {
            guard let text = text(option.key) else { continue }
            if let meant = option.set(&self, text) {
                problems.append("\(option.key): '\(text.safeOnScreen)' is not \(meant)")
            }
        }
        if policy.takesLastGood, self.options.lastGoodFile == nil {
            problems.append("waybill.policy: '\(policy.rawValue)' needs a file: set waybill.last-good-file")
        }
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
    }

    /// One option: its key, what it means, and how its text is read.
    struct Option: Sendable {
        let key: String
        let summary: String
        /// Sets the option, or returns what its text should have been.
        let set: @Sendable (inout ConfiguredSettings, _ text: String) -> String?
    }
}

/// Every value of a configuration that is not valid.
public struct ConfigurationErrors: Error, Hashable, CustomStringConvertible {
    /// One line for each: the key, the value, and what it should be.
    public let problems: [String]

    public var description: String { problems.joined(separator: "\n") }
}

extension ConfiguredSettings.Option {
    /// All options, in the order of the documentation.
    static let all: [Self] = [
        Self("manifests", "files and folders of the set, separated by commas (default `Routes`)") { settings, text in
            settings.manifests = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                !$0.isEmpty
            }
            return settings.manifests.isEmpty ? "a list of files and folders" : nil
        },
        Self(
            "policy",
            "what to do if the manifests are invalid at the start: `fail`, `wait`, `last-good`, `last-good-or-wait`"
        ) {
            settings, text in
            guard let policy = StartPolicy(rawValue: text) else {
                return "one of \(StartPolicy.allCases.map(\.rawValue).joined(separator: ", "))"
            }
            settings.policy = policy
            return nil
        },
        duration("debounce", \.options.debounce, "how long no file may change before a set is read"),
        duration(
            "debounce-limit", \.options.debounceLimit, "how long files may go on changing before the set is read anyway"
        ),
        switching("poll", \.options.prefersPolling, "poll even if the system has events"),
        duration("poll-interval", \.options.pollInterval, "how often the files are read without events"),
        duration("fallback-poll-interval", \.options.fallbackPollInterval, "how often they are also read with events"),
        duration(
            "replace-grace-period", \.options.replaceGracePeriod,
            "how long a file must be missing until it counts as removed"),
        duration("module-deadline", \.options.moduleDeadline, "how long one new shared module may take"),
        duration("preparation-deadline", \.options.preparationDeadline, "how long all new shared modules may take"),
        duration(
            "module-shutdown-limit", \.options.moduleShutdownLimit,
            "how long a module with a lifecycle may take to shut down"),
        switching("tests", \.options.runsTests, "run the tests of the manifests at the start and before each reload"),
        switching(
            "lost-interceptors", \.options.rejectsLostInterceptors,
            "reject a set in which a request loses an interceptor"),
        switching("policies", \.options.appliesPolicies, "reject a set that breaks a policy of `.waybill.yaml`"),
        Self("last-good-file", "where the last good set is stored") { settings, text in
            settings.options.lastGoodFile = text
            return text.isEmpty ? "a path" : nil
        },
        duration("drain-timeout", \.routerOptions.drainTimeout, "how long the opens of a replaced generation may take"),
        count("recursion-limit", "how deeply modules may make each other") { $0.routerOptions.recursionLimit = $1 },
        count("lane-waiter-limit", "how many opens may wait for one lane") { $0.routerOptions.laneWaiterLimit = $1 },
    ]

    private init(
        _ name: String, _ summary: String,
        set: @escaping @Sendable (inout ConfiguredSettings, _ text: String) -> String?
    ) {
        self.init(key: "waybill.\(name)", summary: summary, set: set)
    }

    private static func duration(
        _ name: String, _ path: any WritableKeyPath<ConfiguredSettings, Duration> & Sendable, _ summary: String
    ) -> Self {
        Self(name, summary) { settings, text in
            guard case .success(let duration) = DurationText.parse(text) else {
                return "a number with a unit, such as \"500ms\" or \"2s\""
            }
            settings[keyPath: path] = duration
            return nil
        }
    }

    private static func switching(
        _ name: String, _ path: any WritableKeyPath<ConfiguredSettings, Bool> & Sendable, _ summary: String
    ) -> Self {
        Self(name, summary) { settings, text in
            guard let value = Bool(text) else { return "true or false" }
            settings[keyPath: path] = value
            return nil
        }
    }

    private static func count(
        _ name: String, _ summary: String, _ set: @escaping @Sendable (inout ConfiguredSettings, Int) -> Void
    ) -> Self {
        Self(name, summary) { settings, text in
            guard let value = Int(text), value > 0 else { return "a number above zero" }
            set(&settings, value)
            return nil
        }
    }
}
