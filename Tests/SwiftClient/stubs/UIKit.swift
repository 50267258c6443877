// The declarations of Apple's UIKit, QuartzCore and CoreGraphics that TanadaUIKit uses, with their signatures and isolation as of
// the SDK of iOS 18: enough to check types, and nothing that runs.

@_exported import Foundation
@_exported import FoundationNetworking

// CoreGraphics

public struct CGAffineTransform: Sendable {
  public init(translationX: CGFloat, y: CGFloat) {}
  public func rotated(by angle: CGFloat) -> CGAffineTransform { self }
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
}

public typealias CFData = NSData
public final class CGColor: @unchecked Sendable {}
public final class CGPath: @unchecked Sendable {}
public final class CGColorSpace: @unchecked Sendable {
  public static let sRGB: NSString = ""
  public init?(name: NSString) { nil }
}
public final class CGDataProvider {
  public init?(data: CFData) { nil }
}
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last
}
public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent }
public final class CGImage {
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) { nil }
}
public final class CGContext {
  public func saveGState() {}
  public func restoreGState() {}
}
public func UIGraphicsGetCurrentContext() -> CGContext? { nil }

// QuartzCore

open class CALayer: NSObject {
  open var cornerRadius: CGFloat = 0
  open var borderWidth: CGFloat = 0
  open var borderColor: CGColor?
  open var frame: CGRect = .zero
  open var backgroundColor: CGColor?
  open var mask: CALayer?
  open var shadowColor: CGColor?
  open var shadowOpacity: Float = 0
  open var shadowOffset: CGSize = .zero
  open var shadowRadius: CGFloat = 3
  open var shadowPath: CGPath?
}

// Colours, fonts, pictures and texts

open class UIColor: NSObject, @unchecked Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {}
  open class var clear: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 0) }
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { self }
  open var cgColor: CGColor { CGColor() }
  open func setFill() {}
  open func setStroke() {}
}
open class UIFont: NSObject, @unchecked Sendable {
  public struct Weight: Hashable, Sendable {
    public static let regular = Weight()
    public static let medium = Weight()
    public static let semibold = Weight()
    public static let bold = Weight()
  }
  override init() {}
  public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {}
  open var familyName: String { "" }
  open class func systemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont { UIFont() }
}
open class UIFontDescriptor: NSObject {
  public struct AttributeName: Hashable, Sendable {
    public static let family = Self()
    public static let traits = Self()
  }
  public struct TraitKey: Hashable, Sendable {
    public static let weight = Self()
  }
  public init(fontAttributes attributes: [AttributeName: Any] = [:]) {}
}
open class UIImage: NSObject, @unchecked Sendable {
  public init(cgImage: CGImage) {}
  public init?(data: Data) { nil }
  open var size: CGSize { .zero }
  open func byPreparingForDisplay() async -> UIImage? { self }
}
open class UIBezierPath: NSObject {
  override public init() {}
  public convenience init(rect: CGRect) { self.init() }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init() }
  open var cgPath: CGPath { CGPath() }
  open func move(to point: CGPoint) {}
  open func addLine(to point: CGPoint) {}
  open func close() {}
  open func addClip() {}
  open func fill() {}
  open func stroke() {}
  open var lineWidth: CGFloat = 1
}
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
public enum NSLineBreakMode: Int, Sendable { case byWordWrapping, byTruncatingTail }
open class NSParagraphStyle: NSObject {}
open class NSMutableParagraphStyle: NSParagraphStyle {
  open var lineSpacing: CGFloat = 0
  open var minimumLineHeight: CGFloat = 0
  open var maximumLineHeight: CGFloat = 0
  open var alignment = NSTextAlignment.natural
  open var lineBreakMode = NSLineBreakMode.byWordWrapping
}
extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key("font")
  public static let foregroundColor = NSAttributedString.Key("color")
  public static let paragraphStyle = NSAttributedString.Key("style")
}

// Traits

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
open class UITraitCollection: NSObject, @unchecked Sendable {
  open var userInterfaceStyle: UIUserInterfaceStyle { .light }
  open var displayScale: CGFloat { 1 }
  open var preferredContentSizeCategory: UIContentSizeCategory { .init(rawValue: "") }
}
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let link = Self(rawValue: 1)
  public static let image = Self(rawValue: 2)
  public static let header = Self(rawValue: 4)
}
public struct UIEdgeInsets: Hashable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat
}

// Views

@MainActor open class UIResponder: NSObject {
  override nonisolated public init() {}
}
@MainActor open class UIView: UIResponder {
  // The default stands for `init()`, which Objective-C passes on.
  public init(frame: CGRect = .zero) {}
  public required init?(coder: NSCoder) { nil }
  open var frame: CGRect = .zero
  open var bounds: CGRect = .zero
  open var subviews: [UIView] { [] }
  open var layer: CALayer { CALayer() }
  open var backgroundColor: UIColor?
  open var clipsToBounds = false
  open var isOpaque = true
  open var contentMode = ContentMode.scaleToFill
  open var safeAreaInsets: UIEdgeInsets { .init(top: 0, left: 0, bottom: 0, right: 0) }
  open var traitCollection: UITraitCollection { UITraitCollection() }
  open var isAccessibilityElement = false
  open var accessibilityLabel: String?
  open var accessibilityTraits: UIAccessibilityTraits = []
  open func addSubview(_ view: UIView) {}
  open func removeFromSuperview() {}
  open func layoutSubviews() {}
  open func setNeedsLayout() {}
  open func didMoveToWindow() {}
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var window: UIWindow? { nil }
  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {}
  open func draw(_ rect: CGRect) {}
  open func sizeThatFits(_ size: CGSize) -> CGSize { size }
  public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill }
}
@MainActor open class UIWindow: UIView {}
@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    self.init()
  }
}
@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Self(rawValue: 1 << 6)
  }
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}
@MainActor open class UILabel: UIView {
  open var attributedText: NSAttributedString?
  open var numberOfLines = 1
  open var adjustsFontForContentSizeCategory = false
}
@MainActor open class UIImageView: UIView {
  open var image: UIImage?
}

// Scroll views

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
}
// Optional requirements, in the way that there is without Objective-C.
extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
}
@MainActor open class UIScrollView: UIView {
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Self(rawValue: 0.998)
    public static let fast = Self(rawValue: 0.99)
  }
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, never }
  open var contentOffset: CGPoint = .zero
  open var adjustedContentInset: UIEdgeInsets { .init(top: 0, left: 0, bottom: 0, right: 0) }
  open var decelerationRate = DecelerationRate.normal
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var showsHorizontalScrollIndicator = true
  open var alwaysBounceVertical = false
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {}
}

// Collection views

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView
}
extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }
}
@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath)
}
extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
}
@MainActor open class UICollectionReusableView: UIView {
  open func prepareForReuse() {}
}
@MainActor open class UICollectionViewCell: UICollectionReusableView {
  open var contentView: UIView { UIView() }
}
@MainActor open class UICollectionView: UIScrollView {
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame)
  }
  public required init?(coder: NSCoder) { nil }
  public class var elementKindSectionHeader: String { "header" }
  open weak var delegate: (any UICollectionViewDelegate)?
  open weak var dataSource: (any UICollectionViewDataSource)?
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {}
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {}
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }
  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }
  open func reloadData() {}
  open var indexPathsForVisibleItems: [IndexPath] { [] }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { nil }
  open func reloadSections(_ sections: IndexSet) {}
  open func reconfigureItems(at indexPaths: [IndexPath]) {}
  open func insertItems(at indexPaths: [IndexPath]) {}
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {}
}
@MainActor open class UICollectionViewLayoutAttributes: NSObject {
  public convenience init(forCellWith indexPath: IndexPath) { self.init() }
  public convenience init(
    forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath
  ) { self.init() }
  open var frame: CGRect = .zero
  open var alpha: CGFloat = 1
  open var zIndex = 0
  open var transform = CGAffineTransform(translationX: 0, y: 0)
}
@MainActor open class UICollectionViewLayout: NSObject {
  override nonisolated public init() {}
  public required init?(coder: NSCoder) {}
  open var collectionView: UICollectionView? { nil }
  open func invalidateLayout() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? { nil }
  open func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
}
extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var item: Int { self[1] }
  public var section: Int { self[0] }
}

// Controllers

@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) { nil }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! = nil
  open var traitCollection: UITraitCollection { UITraitCollection() }
  open func viewDidLoad() {}
  open var viewIfLoaded: UIView? { nil }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open func viewDidLayoutSubviews() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
}
@MainActor open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  open class var shared: UIApplication { UIApplication() }
  public nonisolated class var didEnterBackgroundNotification: Notification.Name { .init("back") }
  public nonisolated class var willEnterForegroundNotification: Notification.Name { .init("fore") }
  open func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool { false }
}
