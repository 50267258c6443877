plugins {
  kotlin("jvm") version "2.1.20"
}

repositories {
  mavenCentral()
}

kotlin {
  explicitApi()
  compilerOptions {
    jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_1_8
    allWarningsAsErrors = true
  }
}

java {
  sourceCompatibility = JavaVersion.VERSION_1_8
  targetCompatibility = JavaVersion.VERSION_1_8
}
